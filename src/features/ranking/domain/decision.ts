/** What is done with a question: answer it, show the closest entries without claiming an answer, or refuse. */
export type Decision = 'answer' | 'suggest' | 'refuse'

/** Bounds on the confidence z: at or above `answer` it is answered, below `refuse` it is refused. */
export interface Thresholds {
  answer: number
  refuse: number
}

/** For a workspace that was never calibrated. */
export const GLOBAL_THRESHOLDS: Thresholds = { answer: 0.51, refuse: -1.91 }

export const decide = (z: number, thresholds: Thresholds): Decision =>
  z >= thresholds.answer ? 'answer' : z >= thresholds.refuse ? 'suggest' : 'refuse'
