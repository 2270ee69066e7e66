import { sql } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { DismissReason, Gap } from '../contract.ts'
import { gapChanged, lockGap } from './lock-gap.ts'

/** @throws not_found */
export const dismissGap = (
  context: WorkspaceContext,
  input: { id: string; reason: DismissReason; note: string },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, input.id)
    await transaction.tx.execute(
      sql`update gaps
          set state = 'dismissed', dismiss_reason = ${input.reason}, dismiss_note = ${input.note},
              dismissed_by = ${transaction.actor?.name ?? null}
          where workspace_id = ${transaction.workspaceId} and id = ${input.id}`,
    )
    return gapChanged(transaction, input.id)
  })

/** Takes a dismissal back, or a resolution that is not believed. @throws not_found */
export const reopenGap = (context: WorkspaceContext, id: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, id)
    await transaction.tx.execute(
      sql`update gaps set state = 'open', dismiss_reason = null, dismiss_note = null, dismissed_by = null
          where workspace_id = ${transaction.workspaceId} and id = ${id}`,
    )
    return gapChanged(transaction, id)
  })
