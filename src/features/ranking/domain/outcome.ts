import type { IndexEntry } from './entry.ts'
import type { FeatureName } from './weights.ts'

/** A question as it was understood. */
export interface AnalysedQuery {
  /** The language it was analysed in. */
  language: string
  /** The words that were looked for, in order, with misspelt ones replaced by their best repair. */
  words: string[]
  /** How many words give it a subject: neither stopwords nor words that only ask. */
  content: number
  /** How many of those the workspace has used, be it in another spelling. */
  known: number
  /** How many words besides stopwords the workspace has never seen and no repair was found for. */
  unknown: number
  /** How many of the unknown ones are no words of every day either: it is about something that is new here. */
  strange: number
  /** How many were read as another word by a guess that no answer may rest on. */
  doubtful: number
  repaired: { from: string; to: string }[]
}

export interface SearchHit extends IndexEntry {
  /** The weighted sum of the features: comparable between the hits of one search only. */
  score: number
  /** Each in 0…1, normalised by the question's idf mass; `semantic` only where the question came with its vector. */
  features: Record<FeatureName, number> & { semantic?: number }
  /** The share of the question's content words, each counted once and alike, that it has together; see `sharedWords`. */
  shared: number
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
  query: AnalysedQuery
}
