import type { SearchOutcome } from '../outcome.ts'
import { isBestCertain } from './certainty.ts'
import type { Thresholds } from './thresholds.ts'

/** Result of the decision: answer, suggest the closest entries without an answer, or refuse. */
export type Decision = 'answer' | 'suggest' | 'refuse'

export const decide = (z: number, thresholds: Thresholds): Decision =>
  z >= thresholds.answer ? 'answer' : z >= thresholds.refuse ? 'suggest' : 'refuse'

/** `decide`, but suggests instead of answering when two entries fit about equally well. */
export function decideOn(outcome: SearchOutcome, z: number, thresholds: Thresholds): Decision {
  const decision = decide(z, thresholds)
  return decision === 'answer' && !isBestCertain(outcome) ? 'suggest' : decision
}
