import type { IndexEntry } from './entry.ts'
import type { FeatureName } from './rank/weights.ts'

/** Result of analyzing a question. */
export interface QueryAnalysis {
  /** Language used for the analysis. */
  language: string
  /** The words that were looked for, in order, misspelt ones corrected. */
  words: string[]
  /** Number of topic words: neither stop words nor interrogatives. */
  contentWords: number
  /** Number of those that occur in the workspace, also in another spelling. */
  knownWords: number
  /** Number of words, except stop words, that are unknown and could not be corrected. */
  unknownWords: number
  /** Rarity of its words' terms in the workspace and the language, 0 to 1; a term that occurs nowhere has 1. */
  rarity: ReadonlyMap<string, number>
}

export interface SearchHit extends IndexEntry {
  /** The weighted sum of the features: comparable between the hits of one search only. */
  score: number
  /** The part of the score that the words have earned: all of it in a search without meaning. */
  words: number
  /** Each 0 to 1, normalized by the question's idf mass; `semantic` and `beyond_everyday` only with a vector. */
  features: Record<FeatureName, number> & { semantic?: number; beyond_everyday?: number }
  /** The index, in `sentences(body)`, where the one or two sentences that fit the question best begin. */
  best_sentence: number
  /** Chunks with the same text, found by the same question and shown as this one. */
  same_as: string[]
}

/** `hits` are ordered, the best first. */
export interface SearchOutcome {
  hits: SearchHit[]
  /** By which share of its score the best hit leads the next, in 0…1; 0 without hits. */
  margin: number
  query: QueryAnalysis
}
