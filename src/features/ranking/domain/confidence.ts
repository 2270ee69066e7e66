import type { SearchOutcome } from './outcome.ts'

/** The inputs of the regression, in the order of its coefficients; all near 0…1. */
export function confidenceInputs({ hits, margin, query }: SearchOutcome): number[] {
  const top = hits[0]
  if (!top) return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]
  const { coverage, phrasing, likeness, characters, mutual, sentence, synonyms, bigrams } = top.features
  return [
    top.score / 4,
    coverage,
    phrasing,
    likeness,
    characters,
    mutual,
    Math.max(phrasing, sentence),
    synonyms,
    bigrams,
    margin,
    query.unknown / Math.max(1, query.content),
    Math.log1p(query.content),
    top.kind === 'passage' ? 1 : 0,
  ]
}

const INTERCEPT = -4.07
const COEFFICIENTS = [3.03, 2.09, 1.52, 0, 6.33, 3.2, 0.16, 0, 2.65, 1.67, 0.12, 0.15, 0]

/**
 * How sure we are that the best hit answers the question, as the log odds z of a logistic regression. Its inputs are
 * normalised by the question's idf mass, so z means the same in every workspace; bounds on it are a `Thresholds`.
 */
export function confidence(outcome: SearchOutcome): number {
  if (!outcome.hits.length || !outcome.query.content) return NO_SUBJECT
  return confidenceInputs(outcome).reduce((sum, x, i) => sum + x * COEFFICIENTS[i]!, INTERCEPT)
}

/** A question of grammar alone ("how do I") matches everything and asks nothing. */
const NO_SUBJECT = -6
