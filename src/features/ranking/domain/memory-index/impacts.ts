import { saturate } from '../rank/formulas.ts'
import type { PreparedEntry, WordNumbers } from '../rank/prepared.ts'

/** Weight, length normalization b and reference length of a field. */
export const FIELD_WEIGHTS = {
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
  const weightByTerm = new Map<string, number>()
  const vocabulary = new Map<string, string>()
  const addField = (
    fieldPhrases: WordNumbers[],
    fieldLength: number,
    { weight, b, reference }: (typeof FIELD_WEIGHTS)[keyof typeof FIELD_WEIGHTS],
  ) => {
    const occurrenceWeight = weight / (1 - b + (b * fieldLength) / reference)
    for (const phraseWords of fieldPhrases)
      for (const wordNumber of phraseWords) {
        const { word, term, isStopWord, isPair } = words[wordNumber]!
        if (isStopWord && !hasOnlyStopWords) continue
        weightByTerm.set(term, (weightByTerm.get(term) ?? 0) + occurrenceWeight)
        if (!isPair && word.length >= MIN_VOCABULARY_WORD && word.length <= MAX_VOCABULARY_WORD)
          vocabulary.set(word, term)
      }
  }
  addField([question], lengths.question, FIELD_WEIGHTS.question)
  addField(alternatives, lengths.alternatives, FIELD_WEIGHTS.alternatives)
  addField(body, lengths.body, FIELD_WEIGHTS.body)
  const impactByTerm = new Map<string, number>()
  for (const [term, weight] of weightByTerm) impactByTerm.set(term, Math.max(1, Math.round(1000 * saturate(weight))))
  return { impacts: impactByTerm, vocabulary }
}
