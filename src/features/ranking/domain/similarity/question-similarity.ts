import { Rarity } from '../rank/rarity.ts'
import { equivalentsOf } from '../text/equivalents.ts'
import { detectLanguage } from '../text/languages.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, type Token, tokenize } from '../text/tokens.ts'
import { askDifferentKinds, isNegated, kindsAsked } from './same-question.ts'
import { wordSimilarity } from './word-similarity.ts'

/** Terms of a question by role. */
export interface ParsedQuestion {
  language: string
  /** Its words, each once. */
  words: readonly Token[]
  /** Character bigrams, in scripts without spaces. */
  pairs: readonly Token[]
  kinds: ReadonlySet<string>
  isNegated: boolean
}

const MAX_CHARACTERS = 500
const MAX_TERMS = 40
const MAX_SYNONYMS = 48

/** @param language the question's, where it is known; otherwise it is judged by its words */
export function parseQuestion(questionText: string, language = detectLanguage(questionText)): ParsedQuestion {
  const shortenedText = questionText.slice(0, MAX_CHARACTERS)
  const questionTokens = tokenize(shortenedText, language)
  const questionWords = questionTokens.filter((token) => !token.isPair)
  return {
    language,
    words: [...new Map(questionWords.map((token) => [token.term, token])).values()],
    pairs: questionTokens.filter((token) => token.isPair),
    kinds: kindsAsked(questionWords),
    isNegated: isNegated(shortenedText),
  }
}

/** The topic words of a question; all of its words where it has none. */
function informativeWords({ words }: ParsedQuestion): readonly Token[] {
  const contentWords = words.filter(isContentWord)
  return contentWords.length > 0 ? contentWords : words
}

/** The terms by which a question is found: its stems, and its words as written, for readers in another language. */
export const lookupTerms = (question: ParsedQuestion): string[] =>
  [
    ...new Set([
      ...informativeWords(question).flatMap(({ term, word }) => [term, word]),
      ...question.pairs.map(({ term }) => term),
    ]),
  ].slice(0, MAX_TERMS)

/** Further terms by which questions that mean the same may be found. */
export function relatedTerms(question: ParsedQuestion): string[] {
  const { language } = question
  const questionWords = informativeWords(question)
  const ownTerms = new Set(questionWords.map(({ term }) => term))
  const nearbyTerms = questionWords.flatMap(({ term }) => [
    ...equivalentsOf(term, language),
    ...synonymsOf(term, language),
  ])
  return [...new Set(nearbyTerms)].filter((term) => !ownTerms.has(term)).slice(0, MAX_SYNONYMS)
}

/** Share of character grams from which one word is taken for a misspelling or a compound of the other. */
const MIN_SPELLING_SIMILARITY = 0.55
/** Numbers are mostly what differs between visitors: an order's, a day's. */
const NUMBER_WEIGHT = 0.3
/** Weights: interrogative words distinguish questions on one topic well, function words hardly. */
const STOPWORD_WEIGHT = 0.2
const DIFFERENT_INTERROGATIVE_FACTOR = 0.8
const DIFFERENT_NEGATION_FACTOR = 0.85

const hasNumber = (token: Token) => /\p{N}/u.test(token.word)

/** Share of character grams that two words have in common (Dice 1945). */
function sharedGrams(leftToken: Token, rightToken: Token): number {
  const leftGrams = new Set(leftToken.grams)
  let sharedCount = 0
  for (const gram of rightToken.grams) if (leftGrams.has(gram)) sharedCount++
  return (2 * sharedCount) / Math.max(1, leftToken.grams.length + rightToken.grams.length)
}

/** Similarity of two words, also of a misspelt one. */
function similarityOf(leftToken: Token, rightToken: Token, language: string): number {
  const similarity = leftToken.word === rightToken.word ? 1 : wordSimilarity(leftToken, rightToken, language)
  if (similarity) return similarity
  const spelling = sharedGrams(leftToken, rightToken)
  return spelling >= MIN_SPELLING_SIMILARITY ? spelling : 0
}

/** Number of compared questions with each term, and their total. */
export interface AskedCollection {
  questions: number
  frequencies: ReadonlyMap<string, number>
}

/**
 * Similarity of two questions, 0 to 1: the ranking's soft alignment in both directions (as in Monge and Elkan 1996),
 * with words weighted by their informativeness in this workspace and in the language. Unlike `sameQuestionProbability`,
 * which decides whether two FAQs ask exactly the same, it tolerates typing errors and different numbers.
 */
export class QuestionSimilarity {
  readonly #rarity: Rarity
  readonly #language: string
  readonly #informativeness = new Map<string, number>()
  readonly #similarities = new Map<Token, Map<Token, number>>()

  constructor({ questions, frequencies }: AskedCollection, language: string) {
    const averages = { question: 1, alternatives: 1, body: 1, phrasing: 1, sentence: 1 }
    const collection = { entries: questions, averages, documentFrequency: frequencies, complete: true }
    this.#rarity = new Rarity(collection, language)
    this.#language = language
  }

  /** Both questions are parsed in the language of this object. */
  between(leftQuestion: ParsedQuestion, rightQuestion: ParsedQuestion): number {
    const shareOfLeft = this.#shareFound(leftQuestion.words, rightQuestion.words)
    const shareOfRight = this.#shareFound(rightQuestion.words, leftQuestion.words)
    if (!shareOfLeft || !shareOfRight) return 0
    return (
      ((2 * shareOfLeft * shareOfRight) / (shareOfLeft + shareOfRight)) *
      (askDifferentKinds(leftQuestion.kinds, rightQuestion.kinds) ? DIFFERENT_INTERROGATIVE_FACTOR : 1) *
      (leftQuestion.isNegated === rightQuestion.isNegated ? 1 : DIFFERENT_NEGATION_FACTOR)
    )
  }

  /** Cached: the words of one topic are compared again and again. */
  #similarity(leftToken: Token, rightToken: Token): number {
    if (leftToken === rightToken) return 1
    let knownSimilarities = this.#similarities.get(leftToken)
    if (!knownSimilarities) {
      knownSimilarities = new Map()
      this.#similarities.set(leftToken, knownSimilarities)
    }
    const similarity = knownSimilarities.get(rightToken) ?? similarityOf(leftToken, rightToken, this.#language)
    knownSimilarities.set(rightToken, similarity)
    return similarity
  }

  #informativenessOf(token: Token): number {
    let informativeness = this.#informativeness.get(token.term)
    if (informativeness === undefined) {
      informativeness =
        this.#rarity.of(token.term) * (hasNumber(token) ? NUMBER_WEIGHT : token.isStopWord ? STOPWORD_WEIGHT : 1)
      this.#informativeness.set(token.term, informativeness)
    }
    return informativeness
  }

  /** Share of the words, by informativeness, that also occur in the other question. */
  #shareFound(questionWords: readonly Token[], comparedWords: readonly Token[]): number {
    let foundSum = 0
    let totalValue = 0
    for (const word of questionWords) {
      const informativeness = this.#informativenessOf(word)
      let bestSimilarity = 0
      for (const otherWord of comparedWords)
        bestSimilarity = Math.max(bestSimilarity, this.#similarity(word, otherWord))
      totalValue += informativeness
      foundSum += informativeness * bestSimilarity
    }
    return totalValue ? foundSum / totalValue : 0
  }
}
