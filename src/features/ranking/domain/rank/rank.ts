import type { SearchHit } from '../outcome.ts'
import { highest } from './highest.ts'
import { likenessFeature } from './likeness-feature.ts'
import { pairsFeature } from './pairs-feature.ts'
import { phrasingFeatures } from './phrasing-features.ts'
import { type PoolFeatures, poolFeatures } from './pool-features.ts'
import type { PreparedEntry } from './prepared.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { QuestionModel } from './question-model.ts'
import { EntryScan } from './scan.ts'
import { sentenceFeatures } from './sentence-features.ts'
import { FEATURES, type FeatureName, WEIGHTS } from './weights.ts'

export interface RankedEntry {
  hit: SearchHit
  fingerprint: string
}

/**
 * Candidates whose every feature is worked out: those that lead by the features that a single pass over their words
 * gives, which make up most of the score. What they leave behind would not come first by the others.
 */
const REFINED = 64

export interface RankOptions {
  weights?: Record<FeatureName, number>
  /** The most that a candidate's meaning may add to its score: it then competes for being worked out. */
  bonusOf?: (candidate: PreparedEntry) => number
}

/**
 * Scores the candidates by a weighted sum of features (listed in weights.ts), best first; equal scores keep the given
 * order. Each feature is normalized by its value for a perfect match. Returns only the leading ones of many candidates.
 */
export function rank(
  question: AskedQuestion,
  candidates: PreparedEntry[],
  collection: Collection,
  { weights = WEIGHTS, bonusOf }: RankOptions = {},
): RankedEntry[] {
  const model = new QuestionModel(question, collection)
  const pool = poolFeatures(model, candidates)
  const reading = new EntryScan(model)
  return leading(pool, weights, bonusOf && candidates.map(bonusOf))
    .map((index) => {
      const prepared = candidates[index]!
      const scan = reading.read(prepared)
      const { best_sentence, sentence } = sentenceFeatures(model, prepared, scan)
      const features: Record<FeatureName, number> = {
        ...pool[index]!,
        ...phrasingFeatures(model, prepared, scan),
        sentence,
        likeness: likenessFeature(model, prepared, scan),
        pairs: pairsFeature(model, scan),
      }
      const score = FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0)
      const hit: SearchHit = { ...prepared.entry, score, words: score, features, best_sentence, same_as: [] }
      return { hit, fingerprint: prepared.fingerprint }
    })
    .sort((left, right) => right.hit.score - left.hit.score)
}

/** Which candidates lead by the pool's features, in the order given. */
function leading(pool: PoolFeatures[], weights: Record<FeatureName, number>, bonuses?: readonly number[]): number[] {
  if (pool.length <= REFINED) return pool.map((_, index) => index)
  const scores = pool.map(
    (features, index) =>
      (bonuses?.[index] ?? 0) +
      weights.bm25f * features.bm25f +
      weights.coverage * features.coverage +
      weights.bigrams * features.bigrams +
      weights.characters * features.characters +
      weights.synonyms * features.synonyms,
  )
  return highest(
    scores.map((_, index) => index),
    scores,
    REFINED,
  ).sort((left, right) => left - right)
}
