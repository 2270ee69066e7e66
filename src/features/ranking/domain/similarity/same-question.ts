import { inverseDocumentFrequency } from '../rank/formulas.ts'
import { backgroundShare, RARE_SHARE } from '../text/background.ts'
import { isContentWord, type Token, tokenize } from '../text/tokens.ts'
import { wordSimilarity } from './word-similarity.ts'

/** Number of texts from which the idf of the language at large is computed. */
const BACKGROUND_TEXTS = 100
/** When, where, who and why ask for different things about the same words. */
const DIFFERENT_KIND_FACTOR = 0.7
const DIFFERENT_NEGATION_FACTOR = 0.7
/** A word in each question without an equivalent in the other: "on Windows" and "on a Mac" differ. */
const DIFFERENT_WORD_FACTOR = 0.92
const MAX_CHARACTERS = 500

/** Threshold from which two questions count as the same: same-question.test.ts shows its hits and misses. */
export const SAME_QUESTION_FROM = 0.72

/** Words that ask for one kind of thing, in the languages that are most written; the others ask for anything. */
const KIND_WORDS: Record<string, string> = {
  when: 'when wann cuándo cuando quand quando wanneer cum când когда коли kiedy',
  where: 'where wo woher wohin dónde donde où onde dove waar unde где де gdzie',
  who: 'who whom wer wen wem quién quien qui quem chi wie cine кто хто kto',
  why: 'why warum wieso weshalb pourquoi perché waarom почему чому dlaczego',
}
const NEGATIONS =
  /(?<![\p{L}\p{N}])(?:not|cannot|never|without|\p{L}+n['’]t|nicht|kein\p{L}*|ohne|pas|sans|non|senza|sin|não|sem|niet|geen|zonder|не|без|nie)(?![\p{L}\p{N}])/iu

interface ComparedQuestion {
  content: Token[]
  numbers: string
  kinds: Set<string>
  isNegated: boolean
}

const kindByWord = new Map(
  Object.entries(KIND_WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
)

/** The kinds of things that a question's words ask for. */
export const kindsAsked = (questionTokens: readonly Token[]): Set<string> =>
  new Set(questionTokens.flatMap(({ word }) => kindByWord.get(word) ?? []))

/** True when two questions ask for different kinds of things: one for a time, the other for a place. */
export const askDifferentKinds = (leftKinds: ReadonlySet<string>, rightKinds: ReadonlySet<string>): boolean =>
  leftKinds.size > 0 && rightKinds.size > 0 && leftKinds.isDisjointFrom(rightKinds)

export const isNegated = (questionText: string): boolean => NEGATIONS.test(questionText)

function readQuestion(questionText: string, language: string): ComparedQuestion {
  const shortenedText = questionText.slice(0, MAX_CHARACTERS)
  const questionTokens = tokenize(shortenedText, language).filter((token) => !token.isPair)
  const contentTokens = questionTokens.filter(isContentWord)
  const contentWords = [
    ...new Map((contentTokens.length ? contentTokens : questionTokens).map((token) => [token.term, token])).values(),
  ]
  const numberWords = questionTokens.flatMap(({ word }) => (/\p{N}/u.test(word) ? [word] : []))
  return {
    content: contentWords,
    numbers: numberWords.sort().join(' '),
    kinds: kindsAsked(questionTokens),
    isNegated: isNegated(shortenedText),
  }
}

/** Informativeness of a word: its rarity in its language. */
function informativenessOf({ term }: Token, language: string): number {
  return inverseDocumentFrequency(BACKGROUND_TEXTS * (backgroundShare(term, language) ?? RARE_SHARE), BACKGROUND_TEXTS)
}

/**
 * Share of the words of one text, by informativeness, that the other has as well, and whether one is missing entirely.
 */
function shareFound(
  searchedWords: Token[],
  comparedWords: Token[],
  language: string,
): { share: number; isWordMissing: boolean } {
  let foundSum = 0
  let totalValue = 0
  let isWordMissing = false
  for (const word of searchedWords) {
    const wordValue = informativenessOf(word, language)
    const similarity = Math.max(0, ...comparedWords.map((otherWord) => wordSimilarity(word, otherWord, language)))
    totalValue += wordValue
    foundSum += wordValue * similarity
    isWordMissing ||= similarity === 0
  }
  return { share: totalValue ? foundSum / totalValue : 0, isWordMissing }
}

/**
 * Returns a function for the probability, 0 to 1, that another question in the same language asks the same: the harmonic
 * mean of the shares of each in the other (a soft alignment of their informative words, as in Monge and Elkan 1996).
 * Lower when one asks when and the other where, or one is negated; 0 when their numbers differ.
 */
export function sameQuestionProbability(askedText: string, language: string): (other: string) => number {
  const askedQuestion = readQuestion(askedText, language)
  return (questionText) => {
    const otherQuestion = readQuestion(questionText, language)
    if (askedQuestion.numbers !== otherQuestion.numbers) return 0
    const shareOfAsked = shareFound(askedQuestion.content, otherQuestion.content, language)
    const shareOfOther = shareFound(otherQuestion.content, askedQuestion.content, language)
    if (!shareOfAsked.share || !shareOfOther.share) return 0
    return (
      ((2 * shareOfAsked.share * shareOfOther.share) / (shareOfAsked.share + shareOfOther.share)) *
      (askDifferentKinds(askedQuestion.kinds, otherQuestion.kinds) ? DIFFERENT_KIND_FACTOR : 1) *
      (askedQuestion.isNegated === otherQuestion.isNegated ? 1 : DIFFERENT_NEGATION_FACTOR) *
      (shareOfAsked.isWordMissing && shareOfOther.isWordMissing ? DIFFERENT_WORD_FACTOR : 1)
    )
  }
}
