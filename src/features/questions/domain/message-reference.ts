import { isId } from '../../../kernel/ids.ts'

/** A message and the workspace that stores it. */
export interface MessageReference {
  workspaceId: string
  messageId: string
}

const DIGITS_PER_ID = 32

const removeHyphens = (hyphenatedId: string): string => hyphenatedId.replaceAll('-', '').toLowerCase()

const insertHyphens = (hexDigits: string): string =>
  [
    hexDigits.slice(0, 8),
    hexDigits.slice(8, 12),
    hexDigits.slice(12, 16),
    hexDigits.slice(16, 20),
    hexDigits.slice(20),
  ].join('-')

/** Formats the reference as the public `message_id`: 64 hexadecimal digits, first the workspace's, then the message's. */
export const encodeMessageReference = ({ workspaceId, messageId }: MessageReference): string =>
  removeHyphens(workspaceId) + removeHyphens(messageId)

/** Parses a public `message_id`; returns null for any other text. */
export function decodeMessageReference(referenceText: string): MessageReference | null {
  const workspaceId = insertHyphens(referenceText.slice(0, DIGITS_PER_ID))
  const messageId = insertHyphens(referenceText.slice(DIGITS_PER_ID))
  const reference = { workspaceId, messageId }
  return isId(workspaceId) && isId(messageId) && encodeMessageReference(reference) === referenceText ? reference : null
}
