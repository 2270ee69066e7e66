import { sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Group } from '../contract.ts'
import { countGroups } from './count-groups.ts'
import { settleExemplars } from './exemplars.ts'
import { changedGroup, lockGroup } from './lock-group.ts'
import { idList } from './sql-lists.ts'

/**
 * Phrasings, with all questions put like them, become a group of their own; questions like them join it from now on.
 * @throws not_found; invalid `loop.nothing_left`
 */
export const splitGroup = (ctx: WorkspaceContext, o: { id: string; phrasing_ids: string[] }): Promise<Group> =>
  inTransaction(ctx, async (ctx) => {
    await lockGroup(ctx, o.id)
    const { tx, workspaceId } = ctx
    const made = newId()
    await tx.execute(sql`insert into question_groups (workspace_id, id) values (${workspaceId}, ${made})`)
    const { rows } = await tx.execute(
      sql`update grouped_questions set group_id = ${made}, came_from = null, proof = null, blocker = null
          where workspace_id = ${workspaceId} and group_id = ${o.id} and sense in (
            select sense from grouped_questions where workspace_id = ${workspaceId} and group_id = ${o.id}
              and message_id = any${idList(o.phrasing_ids)})
          returning message_id`,
    )
    if (rows.length === 0) throw notFound('question')
    const { rows: left } = await tx.execute(
      sql`select from grouped_questions where workspace_id = ${workspaceId} and group_id = ${o.id} limit 1`,
    )
    if (left.length === 0)
      throw new AppError('invalid', 'loop.nothing_left', 'Leave at least one question in the group.')
    await tx.execute(sql`update question_groups set vector = null where workspace_id = ${workspaceId} and id = ${o.id}`)
    for (const one of [o.id, made]) await settleExemplars(ctx, one)
    await countGroups(ctx, [o.id, made])
    return changedGroup(ctx, made)
  })
