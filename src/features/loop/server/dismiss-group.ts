import { sql } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { DismissReason, Group } from '../contract.ts'
import { changedGroup, lockGroup } from './lock-group.ts'

/** @throws not_found */
export const dismissGroup = (
  context: WorkspaceContext,
  input: { id: string; reason: DismissReason; note: string },
): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    await lockGroup(transaction, input.id)
    await transaction.tx.execute(
      sql`update question_groups
          set state = 'dismissed', dismiss_reason = ${input.reason}, dismiss_note = ${input.note},
              dismissed_by = ${transaction.actor?.name ?? null}
          where workspace_id = ${transaction.workspaceId} and id = ${input.id}`,
    )
    return changedGroup(transaction, input.id)
  })

/** Takes a dismissal back, or a resolution that is not believed. @throws not_found */
export const reopenGroup = (context: WorkspaceContext, id: string): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    await lockGroup(transaction, id)
    await transaction.tx.execute(
      sql`update question_groups set state = 'open', dismiss_reason = null, dismiss_note = null, dismissed_by = null
          where workspace_id = ${transaction.workspaceId} and id = ${id}`,
    )
    return changedGroup(transaction, id)
  })
