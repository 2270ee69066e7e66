import type { PackedEntries } from '../memory-index/packed-entries.ts'
import { PackedEntry } from '../memory-index/packed-entry.ts'
import type { SearchHit } from '../outcome.ts'
import { HeadWords } from './head-words.ts'
import { highest } from './highest.ts'
import { Occurrences } from './occurrences.ts'
import { pairsFeature } from './pairs-feature.ts'
import { phrasingFeatures } from './phrasing-features.ts'
import { Pool, type PoolFeatures } from './pool-features.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { QuestionModel } from './question-model.ts'
import { sentenceFeatures } from './sentence-features.ts'
import { similarityFeature } from './similarity-feature.ts'
import { FEATURES, type FeatureName, shaped, WEIGHTS } from './weights.ts'

/** An entry by its slot, with the fields of its hit. */
export interface RankedEntry extends Pick<SearchHit, 'score' | 'words' | 'features' | 'best_sentence'> {
  slot: number
}

/**
 * Number of candidates for which all features are computed: those that lead by the features of `Pool`, which make up most
 * of the score. The others would not come first by the remaining features.
 */
const MAX_REFINED = 64

export interface RankOptions {
  weights?: Record<FeatureName, number>
  /** The most that a candidate's meaning may add to its score; it counts in the choice of the candidates to refine. */
  bonusOf?: (slot: number) => number
}

/**
 * Scores entries by a weighted sum of features (listed in weights.ts), best first; equal scores keep the given order.
 * Each feature is normalized by its value for a perfect match. Returns at most `MAX_REFINED`.
 * @param slots the entries' slots
 */
export function rank(
  question: AskedQuestion,
  entries: PackedEntries,
  slots: number[],
  collection: Collection,
  { weights = WEIGHTS, bonusOf }: RankOptions = {},
): RankedEntry[] {
  const model = new QuestionModel(question, collection, entries.tokens)
  const packed = new PackedEntry()
  const pool = new Pool(model, slots.length)
  for (const slot of slots) pool.read(entries.read(slot, packed))
  const pooled = pool.features()
  const occurrences = new Occurrences(model)
  const head = new HeadWords(model)
  return leading(pooled, weights, bonusOf && slots.map(bonusOf))
    .map((row) => {
      const slot = slots[row]!
      entries.read(slot, packed)
      occurrences.read(packed, pool.matchedWords(row))
      head.read(packed)
      const { best_sentence, sentence } = sentenceFeatures(model, packed, occurrences)
      const features: Record<FeatureName, number> = {
        ...pooled[row]!,
        ...phrasingFeatures(model, packed, occurrences, head),
        sentence,
        similarity: similarityFeature(model, packed, head),
        pairs: pairsFeature(model, occurrences),
      }
      const score = FEATURES.reduce((sum, name) => sum + weights[name] * shaped(name, features[name]), 0)
      return { slot, score, words: score, features, best_sentence }
    })
    .sort((left, right) => right.score - left.score)
}

/** Rows of the candidates that lead by the pool's features, in the order given. */
function leading(pool: PoolFeatures[], weights: Record<FeatureName, number>, bonuses?: readonly number[]): number[] {
  if (pool.length <= MAX_REFINED) return pool.map((_, index) => index)
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
    MAX_REFINED,
  ).sort((left, right) => left - right)
}
