import { and, eq } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { DismissReason, Gap } from '../contract.ts'
import { gaps } from './gaps.table.ts'
import { announceStates, gapChanged, lockGap } from './lock-gap.ts'

/** @throws not_found */
export const dismissGap = (
  context: WorkspaceContext,
  input: { id: string; reason: DismissReason; note: string },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    const { state } = await lockGap(transaction, input.id)
    await transaction.tx
      .update(gaps)
      .set({
        state: 'dismissed',
        dismissReason: input.reason,
        dismissNote: input.note,
        dismissedBy: transaction.actor?.name ?? null,
      })
      .where(and(eq(gaps.workspaceId, transaction.workspaceId), eq(gaps.id, input.id)))
    if (state === 'open') await announceStates(transaction, [input.id], 'dismissed')
    return gapChanged(transaction, input.id)
  })

/** Takes a dismissal back, or a resolution that is not believed. @throws not_found */
export const reopenGap = (context: WorkspaceContext, id: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    const { state } = await lockGap(transaction, id)
    await transaction.tx
      .update(gaps)
      .set({ state: 'open', dismissReason: null, dismissNote: null, dismissedBy: null })
      .where(and(eq(gaps.workspaceId, transaction.workspaceId), eq(gaps.id, id)))
    if (state !== 'open') await announceStates(transaction, [id], 'open')
    return gapChanged(transaction, id)
  })
