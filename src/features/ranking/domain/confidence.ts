import type { SearchOutcome } from './outcome.ts'

/** The inputs of the regression, in the order of its coefficients. */
export function confidenceInputs({ hits, query }: SearchOutcome): number[] {
  const [top, second] = hits
  const content = Math.log1p(query.content)
  if (!top) return [0, 0, 0, 0, 0, 0, 0, 1, content, 0]
  const { coverage, phrasing, characters, mutual, sentence, bigrams } = top.features
  return [
    top.score / 4,
    coverage,
    phrasing,
    characters,
    mutual,
    Math.max(phrasing, sentence),
    (top.score - (second?.score ?? 0)) / (top.score || 1),
    query.unknown / Math.max(1, query.words.length),
    content,
    bigrams,
  ]
}

const INTERCEPT = -4.07
const COEFFICIENTS = [3.03, 2.09, 1.52, 6.33, 3.2, 0.16, 1.67, 0.12, 0.15, 2.65]

/**
 * How sure we are that the best hit answers the question, as the log odds z of a logistic regression. Its inputs are
 * normalised by the question's idf mass, so z means the same in every workspace; bounds on it are a `Thresholds`.
 */
export const confidence = (outcome: SearchOutcome): number =>
  confidenceInputs(outcome).reduce((sum, x, i) => sum + x * COEFFICIENTS[i]!, INTERCEPT)
