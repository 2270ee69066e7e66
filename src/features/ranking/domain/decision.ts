import { isBestCertain } from './certainty.ts'
import type { SearchOutcome } from './outcome.ts'
import type { Thresholds } from './thresholds.ts'

/** What is done with a question: answer it, show the closest entries without claiming an answer, or refuse. */
export type Decision = 'answer' | 'suggest' | 'refuse'

export const decide = (z: number, thresholds: Thresholds): Decision =>
  z >= thresholds.answer ? 'answer' : z >= thresholds.refuse ? 'suggest' : 'refuse'

/** `decide`, with the closest entries shown instead where two fit about as well and neither is surely the one. */
export function decideOn(outcome: SearchOutcome, z: number, thresholds: Thresholds): Decision {
  const decision = decide(z, thresholds)
  return decision === 'answer' && !isBestCertain(outcome) ? 'suggest' : decision
}
