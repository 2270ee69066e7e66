import { Rarity } from '../rank/rarity.ts'
import { equivalentsOf } from '../text/equivalents.ts'
import { detectLanguage } from '../text/languages.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, type Token, tokenize } from '../text/tokens.ts'
import { isNegated, kindsAsked } from './same-question.ts'

/** Terms of a question by role. */
export interface ParsedQuestion {
  language: string
  /** Its words, each once. */
  words: readonly Token[]
  /** Character bigrams, in scripts without spaces. */
  pairs: readonly Token[]
  kinds: ReadonlySet<string>
  negated: boolean
}

const MAX_CHARACTERS = 500
const MAX_TERMS = 40
const MAX_SYNONYMS = 48

/** @param language the question's, where it is known; otherwise it is judged by its words */
export function parseQuestion(text: string, language = detectLanguage(text)): ParsedQuestion {
  const sample = text.slice(0, MAX_CHARACTERS)
  const tokens = tokenize(sample, language)
  const words = tokens.filter((token) => !token.pair)
  return {
    language,
    words: [...new Map(words.map((token) => [token.term, token])).values()],
    pairs: tokens.filter((token) => token.pair),
    kinds: kindsAsked(words),
    negated: isNegated(sample),
  }
}

/** The words that give it a subject; all of them where none does. */
function informativeWords({ words }: ParsedQuestion): readonly Token[] {
  const found = words.filter(isContentWord)
  return found.length > 0 ? found : words
}

/** By which terms a question is found: its stems, and its words as they are written, for readers in another language. */
export const lookupTerms = (sense: ParsedQuestion): string[] =>
  [
    ...new Set([
      ...informativeWords(sense).flatMap(({ term, word }) => [term, word]),
      ...sense.pairs.map(({ term }) => term),
    ]),
  ].slice(0, MAX_TERMS)

/** Further terms by which questions that mean the same may be found. */
export function relatedTerms(sense: ParsedQuestion): string[] {
  const { language } = sense
  const words = informativeWords(sense)
  const own = new Set(words.map(({ term }) => term))
  const near = words.flatMap(({ term }) => [...equivalentsOf(term, language), ...synonymsOf(term, language)])
  return [...new Set(near)].filter((term) => !own.has(term)).slice(0, MAX_SYNONYMS)
}

/** Words that may stand for one another do not always. */
const SYNONYM_SIMILARITY = 0.75
/** Words with the same beginning are forms of one another. */
const SHARED_PREFIX_LENGTH = 5
const WORD_FORM_SIMILARITY = 0.8
/** Share of character grams from which on one word is taken for a misspelling or a compound of the other. */
const MIN_SPELLING_SIMILARITY = 0.55
/** Numbers are mostly what differs between visitors: an order's, a day's. */
const NUMBER_WEIGHT = 0.3
/** Weights: interrogative words distinguish questions on one topic well, function words hardly. */
const STOPWORD_WEIGHT = 0.2
const DIFFERENT_INTERROGATIVE_FACTOR = 0.8
const DIFFERENT_NEGATION_FACTOR = 0.85

const hasNumber = (token: Token) => /\p{N}/u.test(token.word)

function gramsInCommon(left: Token, right: Token): number {
  const grams = new Set(left.grams)
  let shared = 0
  for (const gram of right.grams) if (grams.has(gram)) shared++
  return (2 * shared) / Math.max(1, left.grams.length + right.grams.length)
}

function wordSimilarity(a: Token, b: Token, language: string): number {
  if (a.term === b.term || a.word === b.word || equivalentsOf(a.term, language).includes(b.term)) return 1
  if (
    a.word.length >= SHARED_PREFIX_LENGTH &&
    a.word.slice(0, SHARED_PREFIX_LENGTH) === b.word.slice(0, SHARED_PREFIX_LENGTH)
  )
    return WORD_FORM_SIMILARITY
  if (synonymsOf(a.term, language).has(b.term)) return SYNONYM_SIMILARITY
  const spelt = gramsInCommon(a, b)
  return spelt >= MIN_SPELLING_SIMILARITY ? spelt : 0
}

/** Number of compared questions with each term, and their total. */
export interface AskedCollection {
  questions: number
  frequencies: ReadonlyMap<string, number>
}

/**
 * Similarity of two questions, 0 to 1: the ranking's soft alignment in both directions (as in Monge and Elkan 1996),
 * with words weighted by their informativeness in this workspace and in the language. Unlike `likeQuestion`, which
 * decides whether two FAQs ask exactly the same, it tolerates typing errors and different numbers.
 */
export class QuestionSimilarity {
  readonly #rarity: Rarity
  readonly #language: string
  readonly #informativeness = new Map<string, number>()
  readonly #alike = new Map<Token, Map<Token, number>>()

  constructor({ questions, frequencies }: AskedCollection, language: string) {
    const averages = { question: 1, alternatives: 1, body: 1, phrasing: 1, sentence: 1 }
    const collection = { entries: questions, averages, documentFrequency: frequencies, complete: true }
    this.#rarity = new Rarity(collection, language)
    this.#language = language
  }

  /** Both read in the language this was made for. */
  between(left: ParsedQuestion, right: ParsedQuestion): number {
    const there = this.#found(left.words, right.words)
    const back = this.#found(right.words, left.words)
    if (!there || !back) return 0
    const asksOther =
      left.kinds.size > 0 && right.kinds.size > 0 && ![...left.kinds].some((kind) => right.kinds.has(kind))
    const same = left.negated === right.negated
    return (
      ((2 * there * back) / (there + back)) *
      (asksOther ? DIFFERENT_INTERROGATIVE_FACTOR : 1) *
      (same ? 1 : DIFFERENT_NEGATION_FACTOR)
    )
  }

  /** The words of one topic meet again and again. */
  #likeness(left: Token, right: Token): number {
    if (left === right) return 1
    let known = this.#alike.get(left)
    if (!known) {
      known = new Map()
      this.#alike.set(left, known)
    }
    const likeness = known.get(right) ?? wordSimilarity(left, right, this.#language)
    known.set(right, likeness)
    return likeness
  }

  #informativenessOf(token: Token): number {
    let informativeness = this.#informativeness.get(token.term)
    if (informativeness === undefined) {
      informativeness =
        this.#rarity.of(token.term) * (hasNumber(token) ? NUMBER_WEIGHT : token.stop ? STOPWORD_WEIGHT : 1)
      this.#informativeness.set(token.term, informativeness)
    }
    return informativeness
  }

  /** Share of the words, by informativeness, that also occur in the other question. */
  #found(words: readonly Token[], among: readonly Token[]): number {
    let sum = 0
    let total = 0
    for (const word of words) {
      const informativeness = this.#informativenessOf(word)
      let best = 0
      for (const other of among) best = Math.max(best, this.#likeness(word, other))
      total += informativeness
      sum += informativeness * best
    }
    return total ? sum / total : 0
  }
}
