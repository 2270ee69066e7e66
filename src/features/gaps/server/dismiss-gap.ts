import { and, eq } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { DismissReason, Gap } from '../contract.ts'
import { gaps } from './gaps.table.ts'
import { announceStates, gapChanged, lockGap } from './lock-gap.ts'

/** @throws not_found */
export const dismissGap = (
  context: WorkspaceContext,
  dismissal: { id: string; reason: DismissReason; note: string },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    const { state } = await lockGap(transaction, dismissal.id)
    await transaction.tx
      .update(gaps)
      .set({
        state: 'dismissed',
        dismissReason: dismissal.reason,
        dismissNote: dismissal.note,
        dismissedBy: transaction.actor?.name ?? null,
      })
      .where(and(eq(gaps.workspaceId, transaction.workspaceId), eq(gaps.id, dismissal.id)))
    if (state === 'open') await announceStates(transaction, [dismissal.id], 'dismissed')
    return gapChanged(transaction, dismissal.id)
  })

/** Takes a dismissal back, or a resolution that is not believed. @throws not_found */
export const reopenGap = (context: WorkspaceContext, gapId: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    const { state } = await lockGap(transaction, gapId)
    await transaction.tx
      .update(gaps)
      .set({ state: 'open', dismissReason: null, dismissNote: null, dismissedBy: null })
      .where(and(eq(gaps.workspaceId, transaction.workspaceId), eq(gaps.id, gapId)))
    if (state !== 'open') await announceStates(transaction, [gapId], 'open')
    return gapChanged(transaction, gapId)
  })
