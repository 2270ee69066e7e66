import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { lockNamed } from '../../../../platform/db/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { SAVED_REPLIES_MAX, type SavedReply, type SavedReplyInput } from '../../contract.ts'
import { savedReplies } from './teamwork.table.ts'

const presentSavedReply = ({ id, title, text }: typeof savedReplies.$inferSelect): SavedReply => ({ id, title, text })

const isSavedReply = ({ workspaceId }: WorkspaceTransaction, replyId: string) =>
  and(eq(savedReplies.workspaceId, workspaceId), eq(savedReplies.id, replyId))

const emitRepliesChanged = (transaction: WorkspaceTransaction): Promise<void> =>
  emit(transaction, { type: 'saved_replies.changed' })

/** By name, case-insensitively. */
export const listSavedReplies = (context: WorkspaceContext): Promise<SavedReply[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const replyRows = await tx
      .select()
      .from(savedReplies)
      .where(eq(savedReplies.workspaceId, workspaceId))
      .orderBy(asc(sql`lower(${savedReplies.title})`), asc(savedReplies.id))
    return replyRows.map(presentSavedReply)
  })

/** @throws conflict `saved_reply.limit` */
export const createSavedReply = (context: WorkspaceContext, replyInput: SavedReplyInput): Promise<SavedReply> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    // Concurrent ones are counted one after another.
    await lockNamed(tx, `saved-replies:${workspaceId}`)
    if ((await tx.$count(savedReplies, eq(savedReplies.workspaceId, workspaceId))) >= SAVED_REPLIES_MAX)
      throw new AppError(
        'conflict',
        'saved_reply.limit',
        `This workspace has ${SAVED_REPLIES_MAX} saved replies, which is the most it can have. Delete one first.`,
      )
    const { title, text } = replyInput
    const [replyRow] = await tx.insert(savedReplies).values({ workspaceId, id: newId(), title, text }).returning()
    if (!replyRow) throw new Error('insert returned no row')
    await emitRepliesChanged(transaction)
    return presentSavedReply(replyRow)
  })

/** @throws not_found */
export const getSavedReply = (context: WorkspaceContext, replyId: string): Promise<SavedReply> =>
  inReadTransaction(context, async (transaction) => {
    const [replyRow] = await transaction.tx.select().from(savedReplies).where(isSavedReply(transaction, replyId))
    if (!replyRow) throw notFound('saved_reply')
    return presentSavedReply(replyRow)
  })

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
const requireSameReply = (transaction: WorkspaceTransaction, replyId: string): Promise<void> =>
  requireMatch(transaction, async () => {
    await transaction.tx
      .select({ id: savedReplies.id })
      .from(savedReplies)
      .where(isSavedReply(transaction, replyId))
      .for('no key update')
    return getSavedReply(transaction, replyId)
  })

/** @throws not_found, precondition_failed */
export const updateSavedReply = (
  context: WorkspaceContext,
  { id, title, text }: SavedReplyInput & { id: string },
): Promise<SavedReply> =>
  inTransaction(context, async (transaction) => {
    await requireSameReply(transaction, id)
    const [replyRow] = await transaction.tx
      .update(savedReplies)
      .set({ title, text, updatedAt: new Date() })
      .where(isSavedReply(transaction, id))
      .returning()
    if (!replyRow) throw notFound('saved_reply')
    await emitRepliesChanged(transaction)
    return presentSavedReply(replyRow)
  })

/** @throws not_found, precondition_failed */
export const deleteSavedReply = (context: WorkspaceContext, replyId: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await requireSameReply(transaction, replyId)
    const { rowCount } = await transaction.tx.delete(savedReplies).where(isSavedReply(transaction, replyId))
    if (rowCount === 0) throw notFound('saved_reply')
    await emitRepliesChanged(transaction)
  })
