import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { countGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import { announceStates, gapChanged, lockGap, markCorrected, scheduleVerification } from './lock-gap.ts'

/**
 * Moves all questions of one gap to another, and verifies the target again if it was verified.
 * @throws not_found, invalid
 */
export const mergeGaps = (
  context: WorkspaceContext,
  { id, into_id: into }: { id: string; into_id: string },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    const { state } = await lockGap(transaction, id)
    const targetGap = await lockGap(transaction, into)
    if (id === into) throw new AppError('invalid', 'gap.same_gap', 'Choose another gap to merge this one into.')
    const { tx, workspaceId } = transaction
    await tx
      .update(gapQuestions)
      .set({ gapId: into, mergedFrom: id, verification: null, blocker: null })
      .where(and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, id)))
    await tx
      .update(gaps)
      .set({ state: 'merged', mergedInto: into })
      .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, id)))
    await markCorrected(transaction, [into])
    await countGaps(transaction, [id, into])
    if (state === 'open') await announceStates(transaction, [id], 'merged')
    if (targetGap.faqId) await scheduleVerification(transaction, into)
    return gapChanged(transaction, into)
  })

/** Takes a merge back: what came from the gap returns to it. @throws not_found */
export const unmergeGap = (context: WorkspaceContext, mergedGapId: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, mergedGapId, { merged: true })
    const { tx, workspaceId } = transaction
    const cameFromMerge = and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.mergedFrom, mergedGapId))
    const mergeTargets = await tx.selectDistinct({ gapId: gapQuestions.gapId }).from(gapQuestions).where(cameFromMerge)
    const targetGapIds = mergeTargets.flatMap(({ gapId }) => gapId ?? [])
    if (targetGapIds.length === 0) throw notFound('gap')
    await tx
      .update(gapQuestions)
      .set({ gapId: mergedGapId, mergedFrom: null, verification: null, blocker: null })
      .where(cameFromMerge)
    await tx
      .update(gaps)
      .set({ state: 'open', mergedInto: null })
      .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, mergedGapId)))
    await markCorrected(transaction, [mergedGapId, ...targetGapIds])
    await announceStates(transaction, await countGaps(transaction, [mergedGapId, ...targetGapIds]), 'deleted')
    await announceStates(transaction, [mergedGapId], 'open')
    return gapChanged(transaction, mergedGapId)
  })
