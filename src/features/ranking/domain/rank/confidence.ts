import type { SearchOutcome } from '../outcome.ts'

/** The inputs of the regression, in the order of its coefficients; all near 0…1. */
export function confidenceInputs({ hits, margin, query }: SearchOutcome): number[] {
  const firstHit = hits[0]
  if (!firstHit) return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]
  const { coverage, phrasing, similarity, characters, mutual, sentence, synonyms, bigrams } = firstHit.features
  return [
    firstHit.words / 4,
    coverage,
    phrasing,
    similarity,
    characters,
    mutual,
    Math.max(phrasing, sentence),
    synonyms,
    bigrams,
    margin,
    query.unknownWords / Math.max(1, query.contentWords),
    Math.log1p(query.contentWords),
    firstHit.kind === 'passage' ? 1 : 0,
  ]
}

/** Fitted by `scripts/eval/fit.ts`; refit when a feature, a weight or the number of candidates changes. */
const INTERCEPT = -5.45
const COEFFICIENTS = [2.7, 3.68, 0.81, 3.56, 2.65, 1.83, 2.06, -0.3, 1.91, 2.81, -1.65, 0.72, 0.58]

/**
 * Confidence that the best hit answers the question: the log odds z of a logistic regression. Its inputs are normalized
 * by the question's idf mass, so z is comparable between workspaces.
 */
export function confidence(searchOutcome: SearchOutcome): number {
  const { hits, query } = searchOutcome
  if (!hits.length || hasNoTopic(searchOutcome) || (query.contentWords && isOutOfVocabulary(searchOutcome)))
    return NO_SUBJECT
  return confidenceInputs(searchOutcome).reduce(
    (weightedSum, inputValue, inputIndex) => weightedSum + inputValue * COEFFICIENTS[inputIndex]!,
    INTERCEPT,
  )
}

/** A question of grammar alone ("how do I") matches everything, unless an entry's question is just that ("Who are you?"). */
const hasNoTopic = ({ hits, query }: SearchOutcome): boolean =>
  !query.contentWords && (hits[0]?.features.similarity ?? 0) < SAME_WORDS
const SAME_WORDS = 0.9

/** The words that carry the question were never used here, and no synonym of one: what is left in common is grammar. */
const isOutOfVocabulary = ({ hits, query }: SearchOutcome): boolean =>
  query.knownWords === 0 && !hits[0]?.features.synonyms

/** Confidence of a question without any known word. */
export const NO_SUBJECT = -6
