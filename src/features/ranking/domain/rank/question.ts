import type { Token } from '../text/tokens.ts'

/** A term that is looked for. Terms of one group are readings of the same word: the best of them counts. */
export interface AskedTerm {
  term: string
  /** 1 for a content word as it was written, less for a stopword, a correction or a guess. */
  weight: number
  group: number
}

/** The corrected question with its terms. */
export interface AskedQuestion {
  language: string
  /** Ordered by group. */
  terms: AskedTerm[]
  /** Terms of the workspace that may stand for the question's. */
  synonyms: string[]
  /** Its words in order, corrected. */
  tokens: Token[]
  /** Other terms of each token's word. */
  alternates: string[][]
  /** Content words that occur nowhere and were not corrected. */
  unknown: number
}

/** Statistics of all entries of the workspace; lengths are means, in terms. */
export interface Collection {
  entries: number
  averages: { question: number; alternatives: number; body: number; phrasing: number; sentence: number }
  documentFrequency: Pick<ReadonlyMap<string, number>, 'get'>
  /** True when `documentFrequency` contains every term of the workspace, not just those of the question. */
  complete: boolean
}
