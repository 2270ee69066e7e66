import { and, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { countGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import { gapChanged, keepCorrection, lockGap } from './lock-gap.ts'

/**
 * Phrasings, with all questions put like them, become a gap of their own; questions like them join it from now on.
 * @throws not_found; invalid `gap.nothing_left`
 */
export const splitGap = (context: WorkspaceContext, input: { id: string; phrasing_ids: string[] }): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, input.id)
    const { tx, workspaceId } = transaction
    const made = newId()
    const inGap = and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, input.id))
    const chosen = await tx
      .selectDistinct({ key: gapQuestions.questionKey })
      .from(gapQuestions)
      .where(and(inGap, inArray(gapQuestions.messageId, input.phrasing_ids)))
    if (chosen.length === 0) throw notFound('question')
    await tx.insert(gaps).values({ workspaceId, id: made })
    await tx
      .update(gapQuestions)
      .set({ gapId: made, mergedFrom: null, verification: null, blocker: null })
      .where(
        and(
          inGap,
          inArray(
            gapQuestions.questionKey,
            chosen.map(({ key }) => key),
          ),
        ),
      )
    if ((await tx.$count(gapQuestions, inGap)) === 0)
      throw new AppError('invalid', 'gap.nothing_left', 'Leave at least one question in the gap.')
    await keepCorrection(transaction, [input.id, made])
    await countGaps(transaction, [input.id, made])
    return gapChanged(transaction, made)
  })
