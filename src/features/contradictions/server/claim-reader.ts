import {
  parseQuestion,
  relatedTerms,
  SAME_QUESTION_FROM,
  sameQuestionProbability,
  sentences,
} from '../../ranking/server/index.ts'
import type { ClaimingText, Reader } from '../domain/contradiction.ts'

/** The ranking joins short sentences to the next; here each is a claim of its own. */
const NEXT_SENTENCE = /(?<=[\p{L}\p{N}%€$)][.!?])\s+(?=\p{Lu})/u
/** The languages whose words for denial, conditions and opposites are known and measured. */
const MEASURED = ['en', 'de']
const LANGUAGES = 20
const WORDS = 20_000

function createReader(language: string): Reader {
  const near = new Map<string, ReadonlySet<string>>()
  return {
    comparesStatements: MEASURED.includes(language),
    words: (text) =>
      parseQuestion(text, language).words.map(({ word, term, isStopWord, isInterrogative }) => ({
        word,
        term,
        stop: isStopWord || isInterrogative,
      })),
    near: (word) => {
      const known = near.get(word)
      if (known) return known
      if (near.size >= WORDS) near.clear()
      const found = new Set(relatedTerms(parseQuestion(word, language)))
      near.set(word, found)
      return found
    },
    sameQuestion: (left, right) => sameQuestionProbability(left, language)(right) >= SAME_QUESTION_FROM,
  }
}

const readers = new Map<string, Reader>()

/** Language-specific parsing for the comparison. */
export function readerOf(language: string): Reader {
  const reader = readers.get(language) ?? createReader(language)
  if (!readers.has(language) && readers.size < LANGUAGES) readers.set(language, reader)
  return reader
}

/** An entry of the index as the texts that are compared. */
export const claimingText = (entry: {
  kind: 'faq' | 'passage'
  question: string
  alternatives: readonly string[]
  body: string
}): ClaimingText => ({
  kind: entry.kind,
  question: entry.question,
  alternatives: entry.alternatives.slice(0, 10),
  sentences: sentences(entry.body).flatMap((sentence) => sentence.split(NEXT_SENTENCE)),
})
