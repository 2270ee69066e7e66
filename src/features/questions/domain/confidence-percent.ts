/** The confidence of an answer is the log odds z of a logistic regression; people read a percentage. */
export const confidencePercent = (z: number): number => Math.round(100 / (1 + Math.exp(-z)))
