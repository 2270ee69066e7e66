import { sql } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { DismissReason, Group } from '../contract.ts'
import { changedGroup, lockGroup } from './lock-group.ts'

/** @throws not_found */
export const dismissGroup = (
  ctx: WorkspaceContext,
  o: { id: string; reason: DismissReason; note: string },
): Promise<Group> =>
  inTransaction(ctx, async (ctx) => {
    await lockGroup(ctx, o.id)
    await ctx.tx.execute(
      sql`update question_groups
          set state = 'dismissed', dismiss_reason = ${o.reason}, dismiss_note = ${o.note},
              dismissed_by = ${ctx.actor?.name ?? null}
          where workspace_id = ${ctx.workspaceId} and id = ${o.id}`,
    )
    return changedGroup(ctx, o.id)
  })

/** Takes a dismissal back, or a resolution that is not believed. @throws not_found */
export const reopenGroup = (ctx: WorkspaceContext, id: string): Promise<Group> =>
  inTransaction(ctx, async (ctx) => {
    await lockGroup(ctx, id)
    await ctx.tx.execute(
      sql`update question_groups set state = 'open', dismiss_reason = null, dismiss_note = null, dismissed_by = null
          where workspace_id = ${ctx.workspaceId} and id = ${id}`,
    )
    return changedGroup(ctx, id)
  })
