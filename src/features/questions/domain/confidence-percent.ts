/**
 * The confidence of an answer is the log odds z of a logistic regression; people read a percentage. It stays within
 * 1 and 99: nothing here is ever certain.
 */
export const confidencePercent = (z: number): number => Math.min(99, Math.max(1, Math.round(100 / (1 + Math.exp(-z)))))
