export {
  type AnswerloomClient,
  type AskEvent,
  type AskOptions,
  type ClientOptions,
  type Conversation,
  createClient,
  type HandoffSubject,
  type RequestOptions,
} from './client.ts'
export { AnswerloomError } from './error.ts'
export type * from './types.ts'
