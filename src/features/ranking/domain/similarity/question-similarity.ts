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
export function parseQuestion(text: string, language = detectLanguage(text)): ParsedQuestion {
  const sample = text.slice(0, MAX_CHARACTERS)
  const tokens = tokenize(sample, language)
  const words = tokens.filter((token) => !token.isPair)
  return {
    language,
    words: [...new Map(words.map((token) => [token.term, token])).values()],
    pairs: tokens.filter((token) => token.isPair),
    kinds: kindsAsked(words),
    isNegated: isNegated(sample),
  }
}

/** The topic words of a question; all of its words where it has none. */
function informativeWords({ words }: ParsedQuestion): readonly Token[] {
  const found = words.filter(isContentWord)
  return found.length > 0 ? found : words
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
  const words = informativeWords(question)
  const own = new Set(words.map(({ term }) => term))
  const near = words.flatMap(({ term }) => [...equivalentsOf(term, language), ...synonymsOf(term, language)])
  return [...new Set(near)].filter((term) => !own.has(term)).slice(0, MAX_SYNONYMS)
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
function sharedGrams(left: Token, right: Token): number {
  const grams = new Set(left.grams)
  let shared = 0
  for (const gram of right.grams) if (grams.has(gram)) shared++
  return (2 * shared) / Math.max(1, left.grams.length + right.grams.length)
}

/** Similarity of two words, also of a misspelt one. */
function similarityOf(left: Token, right: Token, language: string): number {
  const similarity = left.word === right.word ? 1 : wordSimilarity(left, right, language)
  if (similarity) return similarity
  const spelling = sharedGrams(left, right)
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
  between(left: ParsedQuestion, right: ParsedQuestion): number {
    const there = this.#shareFound(left.words, right.words)
    const back = this.#shareFound(right.words, left.words)
    if (!there || !back) return 0
    return (
      ((2 * there * back) / (there + back)) *
      (askDifferentKinds(left.kinds, right.kinds) ? DIFFERENT_INTERROGATIVE_FACTOR : 1) *
      (left.isNegated === right.isNegated ? 1 : DIFFERENT_NEGATION_FACTOR)
    )
  }

  /** Cached: the words of one topic are compared again and again. */
  #similarity(left: Token, right: Token): number {
    if (left === right) return 1
    let known = this.#similarities.get(left)
    if (!known) {
      known = new Map()
      this.#similarities.set(left, known)
    }
    const similarity = known.get(right) ?? similarityOf(left, right, this.#language)
    known.set(right, similarity)
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
  #shareFound(words: readonly Token[], among: readonly Token[]): number {
    let sum = 0
    let total = 0
    for (const word of words) {
      const informativeness = this.#informativenessOf(word)
      let best = 0
      for (const other of among) best = Math.max(best, this.#similarity(word, other))
      total += informativeness
      sum += informativeness * best
    }
    return total ? sum / total : 0
  }
}
