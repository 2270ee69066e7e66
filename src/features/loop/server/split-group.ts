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
export const splitGroup = (context: WorkspaceContext, input: { id: string; phrasing_ids: string[] }): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    await lockGroup(transaction, input.id)
    const { tx, workspaceId } = transaction
    const made = newId()
    await tx.execute(sql`insert into question_groups (workspace_id, id) values (${workspaceId}, ${made})`)
    const { rows } = await tx.execute(
      sql`update grouped_questions set group_id = ${made}, came_from = null, proof = null, blocker = null
          where workspace_id = ${workspaceId} and group_id = ${input.id} and sense in (
            select sense from grouped_questions where workspace_id = ${workspaceId} and group_id = ${input.id}
              and message_id = any${idList(input.phrasing_ids)})
          returning message_id`,
    )
    if (rows.length === 0) throw notFound('question')
    const { rows: left } = await tx.execute(
      sql`select from grouped_questions where workspace_id = ${workspaceId} and group_id = ${input.id} limit 1`,
    )
    if (left.length === 0)
      throw new AppError('invalid', 'loop.nothing_left', 'Leave at least one question in the group.')
    await tx.execute(
      sql`update question_groups set vector = null where workspace_id = ${workspaceId} and id = ${input.id}`,
    )
    for (const one of [input.id, made]) await settleExemplars(transaction, one)
    await countGroups(transaction, [input.id, made])
    return changedGroup(transaction, made)
  })
