import { isId } from '../../../kernel/ids.ts'

/** A message and the workspace that stores it. */
export interface MessageReference {
  workspaceId: string
  messageId: string
}

const DIGITS_PER_ID = 32

const digitsOf = (id: string): string => id.replaceAll('-', '').toLowerCase()

const idFrom = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')

/** Formats the reference as the public `message_id`: 64 hexadecimal digits, first the workspace's, then the message's. */
export const encodeMessageReference = ({ workspaceId, messageId }: MessageReference): string =>
  digitsOf(workspaceId) + digitsOf(messageId)

/** Parses a public `message_id`; returns null for any other text. */
export function decodeMessageReference(text: string): MessageReference | null {
  const workspaceId = idFrom(text.slice(0, DIGITS_PER_ID))
  const messageId = idFrom(text.slice(DIGITS_PER_ID))
  const reference = { workspaceId, messageId }
  return isId(workspaceId) && isId(messageId) && encodeMessageReference(reference) === text ? reference : null
}
