import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Reply } from '../contract.ts'
import type { MessageRow } from './questions.queries.ts'
import { messageReplies, messages } from './questions.table.ts'

export type ReplyRow = typeof messageReplies.$inferSelect

/** A mail server that has not answered by then never will: the process ended, or lost the database, while it sent. */
const CLAIM_LIFETIME_MS = 3 * 60_000

const isLost = ({ state, claimedAt }: ReplyRow, currentTime: Date): boolean =>
  state === 'sending' && claimedAt !== null && currentTime.getTime() - claimedAt.getTime() > CLAIM_LIFETIME_MS

/** Converts a stored state for the interface. */
export const replyState = (replyRow: ReplyRow, currentTime: Date): Reply['state'] =>
  isLost(replyRow, currentTime) ? 'unknown' : replyRow.state === 'queued' ? 'sending' : replyRow.state

export const presentReply = (replyRow: ReplyRow, currentTime = new Date()): Reply => ({
  id: replyRow.id,
  text: replyRow.text,
  to: replyRow.toEmail,
  author: replyRow.authorName,
  state: replyState(replyRow, currentTime),
  failure: replyRow.state === 'failed' ? replyRow.failure : null,
  then_done: replyRow.thenDone,
  created_at: replyRow.createdAt.toISOString(),
  sent_at: replyRow.sentAt?.toISOString() ?? null,
})

/** The replies to a question, oldest first. */
export const repliesTo = ({ tx, workspaceId }: WorkspaceTransaction, messageId: string): Promise<ReplyRow[]> =>
  tx
    .select()
    .from(messageReplies)
    .where(and(eq(messageReplies.workspaceId, workspaceId), eq(messageReplies.messageId, messageId)))
    .orderBy(asc(messageReplies.createdAt), asc(messageReplies.id))

/** The address that the visitor left with this question, or else last in the same visit. */
export async function visitorAddress(
  { tx, workspaceId }: WorkspaceTransaction,
  messageRow: MessageRow,
): Promise<string | null> {
  if (messageRow.visitorEmail) return messageRow.visitorEmail
  const [emailRow] = await tx
    .select({ email: messages.visitorEmail })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, messageRow.conversationId),
        isNotNull(messages.visitorEmail),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  return emailRow?.email ?? null
}
