import { and, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { countGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import { announceStates, gapChanged, keepCorrection, lockGap, scheduleVerification } from './lock-gap.ts'

interface ChosenPhrasings {
  id: string
  phrasing_ids: string[]
}

/** Moves phrasings with all questions put like them, for good. Throws not_found, invalid `gap.nothing_left`. */
async function moveQuestions(
  transaction: WorkspaceTransaction,
  { id, phrasing_ids }: ChosenPhrasings,
  into: string,
): Promise<void> {
  const { tx, workspaceId } = transaction
  const inGap = and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, id))
  const chosen = await tx
    .selectDistinct({ key: gapQuestions.questionKey })
    .from(gapQuestions)
    .where(and(inGap, inArray(gapQuestions.messageId, phrasing_ids)))
  if (chosen.length === 0) throw notFound('question')
  const keys = chosen.map(({ key }) => key)
  await tx
    .update(gapQuestions)
    .set({ gapId: into, mergedFrom: null, verification: null, blocker: null })
    .where(and(inGap, inArray(gapQuestions.questionKey, keys)))
  if ((await tx.$count(gapQuestions, inGap)) === 0)
    throw new AppError('invalid', 'gap.nothing_left', 'Leave at least one question in the gap.')
  await keepCorrection(transaction, [id, into])
  await announceStates(transaction, await countGaps(transaction, [id, into]), 'deleted')
}

/** Phrasings become a gap of their own; questions like them join it from then on. Throws as `moveQuestions`. */
export const splitGap = (context: WorkspaceContext, input: ChosenPhrasings): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, input.id)
    const made = newId()
    await transaction.tx.insert(gaps).values({ workspaceId: transaction.workspaceId, id: made })
    await moveQuestions(transaction, input, made)
    await announceStates(transaction, [made], 'open')
    return gapChanged(transaction, made)
  })

/** Phrasings become questions of another gap, which is verified again if it has a FAQ. Throws as `moveQuestions`. */
export const movePhrasings = (context: WorkspaceContext, input: ChosenPhrasings & { into_id: string }): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, input.id)
    const target = await lockGap(transaction, input.into_id)
    if (input.id === input.into_id) throw new AppError('invalid', 'gap.same_gap', 'Choose another gap.')
    await moveQuestions(transaction, input, input.into_id)
    if (target.faqId) await scheduleVerification(transaction, input.into_id)
    return gapChanged(transaction, input.into_id)
  })
