import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Reply } from '../contract.ts'
import type { MessageRow } from './questions.queries.ts'
import { messageReplies, messages } from './questions.table.ts'

export type ReplyRow = typeof messageReplies.$inferSelect

/** A mail server that has not answered by then never will: the process ended, or lost the database, while it sent. */
const CLAIM_MS = 3 * 60_000

const isLost = ({ state, claimedAt }: ReplyRow, now: Date): boolean =>
  state === 'sending' && claimedAt !== null && now.getTime() - claimedAt.getTime() > CLAIM_MS

/** Converts a stored state for the interface. */
export const replyState = (row: ReplyRow, now: Date): Reply['state'] =>
  isLost(row, now) ? 'unknown' : row.state === 'queued' ? 'sending' : row.state

export const presentReply = (row: ReplyRow, now = new Date()): Reply => ({
  id: row.id,
  text: row.text,
  to: row.toEmail,
  author: row.authorName,
  state: replyState(row, now),
  failure: row.state === 'failed' ? row.failure : null,
  then_done: row.thenDone,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
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
  message: MessageRow,
): Promise<string | null> {
  if (message.visitorEmail) return message.visitorEmail
  const [row] = await tx
    .select({ email: messages.visitorEmail })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, message.conversationId),
        isNotNull(messages.visitorEmail),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  return row?.email ?? null
}
