import type { PackedEntries } from '../memory-index/packed-entries.ts'
import { PackedEntry } from '../memory-index/packed-entry.ts'
import type { SearchHit } from '../outcome.ts'
import { HeadWords } from './head-words.ts'
import { highestKeys } from './highest.ts'
import { Occurrences } from './occurrences.ts'
import { pairsFeature } from './pairs-feature.ts'
import { phrasingFeatures } from './phrasing-features.ts'
import { FeaturePool, type PoolFeatures } from './pool-features.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { QuestionModel } from './question-model.ts'
import { SentenceScorer } from './sentence-features.ts'
import { similarityFeature } from './similarity-feature.ts'
import { FEATURE_WEIGHTS, FEATURES, type FeatureName, shapedFeature } from './weights.ts'

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
 * @param candidateSlots the entries' slots
 */
export function rankEntries(
  question: AskedQuestion,
  packedEntries: PackedEntries,
  candidateSlots: number[],
  collection: Collection,
  { weights = FEATURE_WEIGHTS, bonusOf }: RankOptions = {},
): RankedEntry[] {
  const questionModel = new QuestionModel(question, collection, packedEntries, candidateSlots)
  const packedEntry = new PackedEntry()
  const pooledRows = new FeaturePool(questionModel, candidateSlots.length)
  for (const slot of candidateSlots) pooledRows.read(packedEntries.read(slot, packedEntry))
  const pooledFeatures = pooledRows.features()
  const occurrences = new Occurrences(questionModel)
  const headWords = new HeadWords(questionModel)
  const sentenceScorer = new SentenceScorer(questionModel, occurrences)
  return leadingRows(pooledFeatures, weights, bonusOf && candidateSlots.map(bonusOf))
    .map((rowIndex) => {
      const slot = candidateSlots[rowIndex]!
      packedEntries.read(slot, packedEntry)
      occurrences.read(packedEntry, pooledRows.matchedWords(rowIndex))
      headWords.read(packedEntry)
      const { best_sentence, sentence } = sentenceScorer.features(packedEntry)
      const features: Record<FeatureName, number> = {
        ...pooledFeatures[rowIndex]!,
        ...phrasingFeatures(questionModel, packedEntry, occurrences, headWords),
        sentence,
        similarity: similarityFeature(questionModel, packedEntry, headWords),
        pairs: pairsFeature(questionModel, occurrences),
      }
      const entryScore = FEATURES.reduce(
        (weightedSum, featureName) =>
          weightedSum + weights[featureName] * shapedFeature(featureName, features[featureName]),
        0,
      )
      return { slot, score: entryScore, words: entryScore, features, best_sentence }
    })
    .sort((leftEntry, rightEntry) => rightEntry.score - leftEntry.score)
}

/** Rows of the candidates that lead by the pool's features, in the order given. */
function leadingRows(
  pooledRows: PoolFeatures[],
  featureWeights: Record<FeatureName, number>,
  rowBonuses?: readonly number[],
): number[] {
  if (pooledRows.length <= MAX_REFINED) return pooledRows.map((_, rowIndex) => rowIndex)
  const rowScores = pooledRows.map(
    (features, rowIndex) =>
      (rowBonuses?.[rowIndex] ?? 0) +
      featureWeights.bm25f * features.bm25f +
      featureWeights.coverage * features.coverage +
      featureWeights.bigrams * features.bigrams +
      featureWeights.characters * features.characters +
      featureWeights.synonyms * features.synonyms,
  )
  return highestKeys(
    rowScores.map((_, rowIndex) => rowIndex),
    rowScores,
    MAX_REFINED,
  ).sort((leftRow, rightRow) => leftRow - rightRow)
}
