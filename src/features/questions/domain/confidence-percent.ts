/** The probability of an answer as people read it: within 1 and 99, because nothing here is ever certain. */
export const confidencePercent = (probability: number): number =>
  Math.min(99, Math.max(1, Math.round(100 * probability)))
