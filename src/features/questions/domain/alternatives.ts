import { normalizeQuestion } from '../../../kernel/text.ts'

interface Phrasings {
  question: string
  alternatives: readonly string[]
}

/** Comparison key of a phrasing: its letters and digits, or the text itself when it has none. */
const comparisonKey = (question: string): string => normalizeQuestion(question) || question.trim()

/** Returns true when a FAQ contains this phrasing already, ignoring case and punctuation. */
export const includesPhrasing = ({ question, alternatives }: Phrasings, phrasing: string): boolean =>
  [question, ...alternatives].some((candidate) => comparisonKey(candidate) === comparisonKey(phrasing))

/** The alternatives without this one, however it is written. */
export const withoutPhrasing = (alternatives: readonly string[], phrasing: string): string[] =>
  alternatives.filter((alternative) => comparisonKey(alternative) !== comparisonKey(phrasing))
