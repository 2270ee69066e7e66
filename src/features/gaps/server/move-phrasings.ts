import { and, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { countGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import { announceStates, gapChanged, lockGap, markCorrected, scheduleVerification } from './lock-gap.ts'

interface ChosenPhrasings {
  id: string
  phrasing_ids: string[]
}

/** Moves phrasings with all questions put like them, for good. Throws not_found, invalid `gap.nothing_left`. */
async function moveQuestions(
  transaction: WorkspaceTransaction,
  { id, phrasing_ids }: ChosenPhrasings,
  targetGapId: string,
): Promise<void> {
  const { tx, workspaceId } = transaction
  const isInGap = and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, id))
  const chosenQuestions = await tx
    .selectDistinct({ key: gapQuestions.questionKey })
    .from(gapQuestions)
    .where(and(isInGap, inArray(gapQuestions.messageId, phrasing_ids)))
  if (chosenQuestions.length === 0) throw notFound('question')
  const questionKeys = chosenQuestions.map(({ key }) => key)
  await tx
    .update(gapQuestions)
    .set({ gapId: targetGapId, mergedFrom: null, verification: null, blocker: null })
    .where(and(isInGap, inArray(gapQuestions.questionKey, questionKeys)))
  if ((await tx.$count(gapQuestions, isInGap)) === 0)
    throw new AppError('invalid', 'gap.nothing_left', 'Leave at least one question in the gap.')
  await markCorrected(transaction, [id, targetGapId])
  await announceStates(transaction, await countGaps(transaction, [id, targetGapId]), 'deleted')
}

/** Phrasings become a gap of their own; questions like them join it from then on. Throws as `moveQuestions`. */
export const splitGap = (context: WorkspaceContext, phrasingMove: ChosenPhrasings): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, phrasingMove.id)
    const newGapId = newId()
    await transaction.tx.insert(gaps).values({ workspaceId: transaction.workspaceId, id: newGapId })
    await moveQuestions(transaction, phrasingMove, newGapId)
    await announceStates(transaction, [newGapId], 'open')
    return gapChanged(transaction, newGapId)
  })

/** Phrasings become questions of another gap, which is verified again if it has a FAQ. Throws as `moveQuestions`. */
export const movePhrasings = (
  context: WorkspaceContext,
  phrasingMove: ChosenPhrasings & { into_id: string },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, phrasingMove.id)
    const targetGap = await lockGap(transaction, phrasingMove.into_id)
    if (phrasingMove.id === phrasingMove.into_id) throw new AppError('invalid', 'gap.same_gap', 'Choose another gap.')
    await moveQuestions(transaction, phrasingMove, phrasingMove.into_id)
    if (targetGap.faqId) await scheduleVerification(transaction, phrasingMove.into_id)
    return gapChanged(transaction, phrasingMove.into_id)
  })
