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

export function constraintsOf(questionText: string, language: string): QuestionConstraints {
  const shortenedText = questionText.slice(0, MAX_CHARACTERS)
  const questionTokens = tokenize(shortenedText, language).filter(({ isPair }) => !isPair)
  const numberByUnit = new Map<string, string>()
  let previousToken: Token | undefined
  for (const token of questionTokens) {
    if (previousToken && isContentWord(previousToken) && SHORT_NUMBER.test(token.word))
      numberByUnit.set(previousToken.term, token.word)
    previousToken = token
  }
  return {
    platforms: platformsNamed(shortenedText),
    numbers: numberByUnit,
    isNegated: isNegated(shortenedText),
  }
}

/** True when no answer serves both: they name different platforms or numbers, or one of them is negated. */
export function areExclusive(leftConstraints: QuestionConstraints, rightConstraints: QuestionConstraints): boolean {
  if (leftConstraints.isNegated !== rightConstraints.isNegated) return true
  if (
    leftConstraints.platforms.size > 0 &&
    rightConstraints.platforms.size > 0 &&
    leftConstraints.platforms.isDisjointFrom(rightConstraints.platforms)
  )
    return true
  return [...leftConstraints.numbers].some(
    ([word, number]) => (rightConstraints.numbers.get(word) ?? number) !== number,
  )
}
