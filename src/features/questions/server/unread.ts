import { and, count, eq, gt, sql } from 'drizzle-orm'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/** When this person last opened the inbox lives on their membership, so that every device agrees. */
const lastViewedAt = (context: WorkspaceContext) =>
  sql<
    string | null
  >`(select messages_viewed_at from workspace_members where workspace_id = ${context.workspaceId} and user_id = ${context.userId})`

/** Questions since the person's last visit of the inbox; all of them before the first. */
export const countUnread = (context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const [countRow] = await tx
      .select({ n: count() })
      .from(messages)
      .where(
        and(
          eq(messages.workspaceId, workspaceId),
          gt(messages.createdAt, sql`coalesce(${lastViewedAt(context)}, '-infinity'::timestamptz)`),
        ),
      )
    return countRow?.n ?? 0
  })

export const markViewed = (context: WorkspaceContext): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx.execute(
      sql`update workspace_members set messages_viewed_at = clock_timestamp() where workspace_id = ${transaction.workspaceId} and user_id = ${transaction.userId}`,
    )
    await emit(transaction, { type: 'questions.viewed' })
  })
