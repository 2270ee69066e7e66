import type { SemanticSearch } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { MeaningReport } from '../contract.ts'

const REPORT_WHEN_OFF = { state: 'off', entries: 0, understood: 0, words_only: 0, effect: null } as const

/** State of search by meaning in a workspace, and what its weight changed. */
export async function meaningReport(
  context: WorkspaceContext,
  semantic: Pick<SemanticSearch, 'progress' | 'isFailing' | 'missingModel'>,
): Promise<MeaningReport> {
  const progress = await inReadTransaction(context, ({ tx, workspaceId }) => semantic.progress(tx, workspaceId))
  if (!progress) return { ...REPORT_WHEN_OFF, missing_model: semantic.missingModel }
  const { entries, embedded, wordsOnly, weight, fit } = progress
  const isComplete = embedded + wordsOnly === entries && (embedded === 0 || weight !== null)
  return {
    state: isComplete ? 'complete' : (await semantic.isFailing(context.workspaceId)) ? 'unavailable' : 'running',
    missing_model: null,
    entries,
    understood: embedded,
    words_only: wordsOnly,
    effect: weight === null ? null : { counts: weight > 0, fit: fit && fitReport(fit) },
  }
}

type MeasuredFit = NonNullable<NonNullable<Awaited<ReturnType<SemanticSearch['progress']>>>['fit']>

const fitReport = ({ phrasings, foundByWords, foundWithMeaning }: MeasuredFit) => ({
  phrasings,
  found_by_words: foundByWords,
  found_with_meaning: foundWithMeaning,
})
