export { EventQueue } from './event-queue.ts'
export { type Events, startEvents } from './events.ts'
