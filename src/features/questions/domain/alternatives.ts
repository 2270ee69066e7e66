import { normaliseQuestion } from '../../../kernel/text.ts'

interface Phrasings {
  question: string
  alternatives: readonly string[]
}

/** What tells two phrasings apart; of a question without letters or digits, the question itself. */
const sense = (question: string): string => normaliseQuestion(question) || question.trim()

/** Whether a FAQ asks this already, be it with other marks or in other case. */
export const holdsPhrasing = ({ question, alternatives }: Phrasings, phrasing: string): boolean =>
  [question, ...alternatives].some((one) => sense(one) === sense(phrasing))

/** The alternatives without this one, however it is written. */
export const withoutPhrasing = (alternatives: readonly string[], phrasing: string): string[] =>
  alternatives.filter((one) => sense(one) !== sense(phrasing))
