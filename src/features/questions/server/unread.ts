import { and, count, eq, gt, sql } from 'drizzle-orm'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/** When this person last opened the inbox lives on their membership, so that every device agrees. */
const viewedAt = (ctx: WorkspaceContext) =>
  sql<
    string | null
  >`(select messages_viewed_at from workspace_members where workspace_id = ${ctx.workspaceId} and user_id = ${ctx.userId})`

/** Questions since the person's last visit of the inbox; all of them before the first. */
export const countUnread = (ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async ({ tx, workspaceId }) => {
    const [row] = await tx
      .select({ n: count() })
      .from(messages)
      .where(
        and(
          eq(messages.workspaceId, workspaceId),
          gt(messages.createdAt, sql`coalesce(${viewedAt(ctx)}, '-infinity'::timestamptz)`),
        ),
      )
    return row?.n ?? 0
  })

export const markViewed = (ctx: WorkspaceContext): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.tx.execute(
      sql`update workspace_members set messages_viewed_at = clock_timestamp() where workspace_id = ${ctx.workspaceId} and user_id = ${ctx.userId}`,
    )
    await emit(ctx, { type: 'questions.viewed' })
  })
