import {
  parseQuestion,
  relatedTerms,
  SAME_QUESTION_FROM,
  sameQuestionProbability,
  sentences,
} from '../../ranking/server/index.ts'
import type { ClaimingText, ClaimReader } from '../domain/contradiction.ts'

/** The ranking joins short sentences to the next; here each is a claim of its own. */
const NEXT_SENTENCE = /(?<=[\p{L}\p{N}%€$)][.!?])\s+(?=\p{Lu})/u
/** The languages whose words for denial, conditions and opposites are known and measured. */
const MEASURED_LANGUAGES = ['en', 'de']
const MAX_READERS = 20
const MAX_CACHED_WORDS = 20_000

function createReader(language: string): ClaimReader {
  const termsByWord = new Map<string, ReadonlySet<string>>()
  return {
    comparesStatements: MEASURED_LANGUAGES.includes(language),
    words: (text) =>
      parseQuestion(text, language).words.map(({ word, term, isStopWord, isInterrogative }) => ({
        word,
        term,
        stop: isStopWord || isInterrogative,
      })),
    near: (word) => {
      const cachedTerms = termsByWord.get(word)
      if (cachedTerms) return cachedTerms
      if (termsByWord.size >= MAX_CACHED_WORDS) termsByWord.clear()
      const nearTerms = new Set(relatedTerms(parseQuestion(word, language)))
      termsByWord.set(word, nearTerms)
      return nearTerms
    },
    sameQuestion: (leftQuestion, rightQuestion) =>
      sameQuestionProbability(leftQuestion, language)(rightQuestion) >= SAME_QUESTION_FROM,
  }
}

const readersByLanguage = new Map<string, ClaimReader>()

/** Language-specific parsing for the comparison. */
export function readerForLanguage(language: string): ClaimReader {
  const reader = readersByLanguage.get(language) ?? createReader(language)
  if (!readersByLanguage.has(language) && readersByLanguage.size < MAX_READERS) readersByLanguage.set(language, reader)
  return reader
}

/** An entry of the index as the texts that are compared. */
export const claimingText = (indexEntry: {
  kind: 'faq' | 'passage'
  question: string
  alternatives: readonly string[]
  body: string
}): ClaimingText => ({
  kind: indexEntry.kind,
  question: indexEntry.question,
  alternatives: indexEntry.alternatives.slice(0, 10),
  sentences: sentences(indexEntry.body).flatMap((sentence) => sentence.split(NEXT_SENTENCE)),
})
