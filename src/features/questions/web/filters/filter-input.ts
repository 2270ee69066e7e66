import type { Outcome } from '../../contract.ts'
import { rangeBounds } from '../../domain/day-range.ts'
import type { QuestionFilters } from './use-question-filters.ts'

/** The filters as the list and the export take them. */
export const filterInput = ({
  view,
  q,
  range,
  further,
}: Pick<QuestionFilters, 'view' | 'q' | 'range' | 'further'>) => ({
  view,
  q: q.trim() || undefined,
  ...rangeBounds(range),
  ...further,
  outcome: further.outcome as Outcome | undefined,
})
