import { platformsNamed } from '../../../../kernel/platform-names.ts'
import { isContentWord, type Token, tokenize } from '../text/tokens.ts'
import { isNegated } from './same-question.ts'

/** Limits that a question sets: an answer for other limits does not serve it. */
export interface QuestionConstraints {
  /** Platforms that it names; empty when it names none. */
  platforms: ReadonlySet<string>
  /** Short numbers by the word before them: the 11 of "Windows 11", not an order's number. */
  numbers: ReadonlyMap<string, string>
  isNegated: boolean
}

const SHORT_NUMBER = /^\p{N}{1,3}$/u
const MAX_CHARACTERS = 500

export function constraintsOf(text: string, language: string): QuestionConstraints {
  const sample = text.slice(0, MAX_CHARACTERS)
  const tokens = tokenize(sample, language).filter(({ isPair }) => !isPair)
  const numbers = new Map<string, string>()
  let before: Token | undefined
  for (const token of tokens) {
    if (before && isContentWord(before) && SHORT_NUMBER.test(token.word)) numbers.set(before.term, token.word)
    before = token
  }
  return {
    platforms: platformsNamed(sample),
    numbers,
    isNegated: isNegated(sample),
  }
}

/** True when no answer serves both: they name different platforms or numbers, or one of them is negated. */
export function areExclusive(left: QuestionConstraints, right: QuestionConstraints): boolean {
  if (left.isNegated !== right.isNegated) return true
  if (left.platforms.size > 0 && right.platforms.size > 0 && left.platforms.isDisjointFrom(right.platforms)) return true
  return [...left.numbers].some(([word, number]) => (right.numbers.get(word) ?? number) !== number)
}
