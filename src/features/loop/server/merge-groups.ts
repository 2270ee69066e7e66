import { sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Group } from '../contract.ts'
import { countGroups } from './count-groups.ts'
import { settleExemplars } from './exemplars.ts'
import { changedGroup, lockGroup, wantProof } from './lock-group.ts'

/**
 * Moves all questions of one group to another, and verifies the target again if it was verified.
 * @throws not_found, invalid
 */
export const mergeGroups = (
  context: WorkspaceContext,
  { id, into_id: into }: { id: string; into_id: string },
): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    await lockGroup(transaction, id)
    const target = await lockGroup(transaction, into)
    if (id === into) throw new AppError('invalid', 'loop.same_group', 'Choose another group to merge this one into.')
    const { tx, workspaceId } = transaction
    await tx.execute(
      sql`update grouped_questions set group_id = ${into}, came_from = ${id}, proof = null, blocker = null
          where workspace_id = ${workspaceId} and group_id = ${id}`,
    )
    await tx.execute(
      sql`update question_groups set state = 'merged', merged_into = ${into}, vector = null
          where workspace_id = ${workspaceId} and id = ${id}`,
    )
    await tx.execute(sql`update question_groups set vector = null where workspace_id = ${workspaceId} and id = ${into}`)
    await settleExemplars(transaction, into)
    await countGroups(transaction, [id, into])
    if (target.faqId) await wantProof(transaction, into)
    return changedGroup(transaction, into)
  })

/** Takes a merge back: what came from the group returns to it. @throws not_found */
export const unmergeGroup = (context: WorkspaceContext, id: string): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    await lockGroup(transaction, id, { merged: true })
    const { tx, workspaceId } = transaction
    const { rows } = await tx.execute<{ group_id: string }>(
      sql`with back as (
            select message_id, group_id from grouped_questions where workspace_id = ${workspaceId} and came_from = ${id}
          )
          update grouped_questions q set group_id = ${id}, came_from = null, proof = null, blocker = null
          from back where q.workspace_id = ${workspaceId} and q.message_id = back.message_id
          returning back.group_id`,
    )
    if (rows.length === 0) throw notFound('group')
    await tx.execute(
      sql`update question_groups set state = 'open', merged_into = null where workspace_id = ${workspaceId} and id = ${id}`,
    )
    const left = [...new Set(rows.map(({ group_id }) => group_id))]
    for (const one of [id, ...left]) await settleExemplars(transaction, one)
    await countGroups(transaction, [id, ...left])
    return changedGroup(transaction, id)
  })
