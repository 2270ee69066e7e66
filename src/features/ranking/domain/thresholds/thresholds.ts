/** Bounds on the confidence z: at or above `answer` it is answered, below `refuse` it is refused. */
export interface Thresholds {
  answer: number
  refuse: number
}

/**
 * For a workspace that was never calibrated: of the twelve it was fitted on, 95 % or more of the foreign questions lie below
 * `answer` in all but one, and at most 4 % of the answerable ones below `refuse` in all but one.
 */
export const GLOBAL_THRESHOLDS: Thresholds = { answer: 1.3, refuse: -1.9 }

/** The weight of the workspace's own foreign questions against the global bound, once there are enough of them. */
const OWN_SHARE = 2 / 3
/** Minimum number of foreign questions; with fewer, the highest ones are accidental and weigh less. */
export const ENOUGH_QUESTIONS = 50
/** Lower limit of the bound: a workspace without common words with foreign questions says nothing about them. */
const LEAST_FOREIGN = -0.8
/** Phrasings that share no word with the rest of their entry must not keep everything from being refused. */
const FURTHEST_DOWN = 1.5
/** Weight of the global bound, as a number of own questions. */
const PRIOR_QUESTIONS = 60

/**
 * Fits the bounds of one workspace. `answer`: few foreign questions reach it. `refuse`: few of its own questions fall
 * below, never stricter than the global one. Both lists may be empty.
 * @param own confidence of its own phrasings, each asked with that phrasing removed from its entry
 * @param foreign confidence of questions that hardly any workspace answers
 */
export function thresholdsFrom(own: number[], foreign: number[]): Thresholds {
  const highestForeign = foreign.length ? Math.max(quantile(foreign, 0.95), LEAST_FOREIGN) : GLOBAL_THRESHOLDS.answer
  const share = OWN_SHARE * Math.min(1, foreign.length / ENOUGH_QUESTIONS)
  const answer = share * highestForeign + (1 - share) * GLOBAL_THRESHOLDS.answer
  const lowestOwn = own.length ? quantile(own, 0.03) : 0
  const refuse = (own.length * lowestOwn + PRIOR_QUESTIONS * GLOBAL_THRESHOLDS.refuse) / (own.length + PRIOR_QUESTIONS)
  const lowest = GLOBAL_THRESHOLDS.refuse - FURTHEST_DOWN
  return { answer, refuse: Math.min(GLOBAL_THRESHOLDS.refuse, Math.max(refuse, lowest), answer) }
}

/** Linear interpolation. */
function quantile(values: number[], p: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  const position = (sorted.length - 1) * p
  const low = Math.floor(position)
  const below = sorted[low]!
  return below + ((sorted[low + 1] ?? below) - below) * (position - low)
}
