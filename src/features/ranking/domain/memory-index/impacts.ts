import { saturate } from '../rank/formulas.ts'
import type { PreparedEntry, WordNumbers } from '../rank/prepared.ts'

/** Weight, length normalization b and reference length of a field. */
export const FIELDS = {
  question: { weight: 4, b: 0.4, reference: 8 },
  alternatives: { weight: 1, b: 0.4, reference: 20 },
  body: { weight: 0.8, b: 0.75, reference: 60 },
} as const

export interface EntryImpacts {
  /** term → 1…2500. */
  impacts: Map<string, number>
  /** Written word → its term. */
  vocabulary: Map<string, string>
}

const MIN_VOCABULARY_WORD = 2
const MAX_VOCABULARY_WORD = 39

/**
 * Impact of an entry's terms: 1000 × the saturated term frequency over its fields (BM25F, Robertson and Zaragoza 2004).
 * Lengths are normalized by constants, so the impact is independent of other entries; the idf is applied at query time.
 * Stop words are left out unless the entry has nothing else.
 */
export function entryImpacts({ words, question, alternatives, body, lengths }: PreparedEntry): EntryImpacts {
  const hasOnlyStopWords = words.every((token) => token.isStopWord)
  const weights = new Map<string, number>()
  const vocabulary = new Map<string, string>()
  const add = (
    field: WordNumbers[],
    length: number,
    { weight, b, reference }: (typeof FIELDS)[keyof typeof FIELDS],
  ) => {
    const share = weight / (1 - b + (b * length) / reference)
    for (const list of field)
      for (const number of list) {
        const { word, term, isStopWord, isPair } = words[number]!
        if (isStopWord && !hasOnlyStopWords) continue
        weights.set(term, (weights.get(term) ?? 0) + share)
        if (!isPair && word.length >= MIN_VOCABULARY_WORD && word.length <= MAX_VOCABULARY_WORD)
          vocabulary.set(word, term)
      }
  }
  add([question], lengths.question, FIELDS.question)
  add(alternatives, lengths.alternatives, FIELDS.alternatives)
  add(body, lengths.body, FIELDS.body)
  const impacts = new Map<string, number>()
  for (const [term, weight] of weights) impacts.set(term, Math.max(1, Math.round(1000 * saturate(weight))))
  return { impacts, vocabulary }
}
