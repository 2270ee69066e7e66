import { byLanguage } from './by-language.ts'
import { characterGrams } from './grams.ts'
import { normalize } from './normalize.ts'
import { stemmerOf } from './stemming.ts'
import { interrogativeList, stopwordList } from './stopwords.ts'

/** One word of a text. Equal words of one language share one object (most of the time), so it is a cheap map key. */
export interface Token {
  /** Normalized spelling. */
  readonly word: string
  /** Index term: the stem. */
  readonly term: string
  readonly isStopWord: boolean
  /** One of the words that make a question but give it no subject ("how", "when"). */
  readonly isInterrogative: boolean
  /** A character bigram in a script without spaces, indexed in addition to dictionary words. */
  readonly isPair: boolean
  /** Hashes of the word's character 3- and 4-grams. */
  readonly grams: Int32Array
}

const WORD_PATTERN = /[\p{L}\p{M}\p{N}]+/gu
const ASCII_TEXT = /^[\0-\x7f]*$/
const ASCII_WORDS = /[a-z0-9]+/g
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** Maximum length; longer runs are noise (base64, a repeated key), and would enlarge index rows. */
const MAX_WORD = 64
const MAX_INTERNED = 200_000

class Lexicon {
  readonly #language: string
  readonly #tokens = new Map<string, Token>()
  readonly #stem: (word: string) => string
  readonly #stops: Set<string>
  readonly #interrogatives: Set<string>

  constructor(language: string) {
    this.#language = language
    this.#stem = stemmerOf(language)
    this.#stops = this.#termsOf(stopwordList(language))
    this.#interrogatives = this.#termsOf(interrogativeList(language))
  }

  #termsOf(wordList: string[]): Set<string> {
    const normalizedWords = wordList.map((word) => normalize(word, this.#language))
    return new Set(normalizedWords.flatMap((word) => [word, this.#stem(word)]))
  }

  token(word: string, isPair: boolean): Token {
    const tokenKey = isPair ? `${word}²` : word
    const knownToken = this.#tokens.get(tokenKey)
    if (knownToken) return knownToken
    const term = isPair ? tokenKey : this.#stem(word) || word
    const token: Token = {
      word,
      term,
      isStopWord: this.#stops.has(term),
      isInterrogative: this.#interrogatives.has(term),
      isPair,
      grams: characterGrams(word),
    }
    if (this.#tokens.size >= MAX_INTERNED) this.#tokens.clear()
    this.#tokens.set(tokenKey, token)
    return token
  }

  get language(): string {
    return this.#language
  }
}

const lexiconOf = byLanguage((language) => new Lexicon(language))
const segmenterOf = byLanguage((language) => new Intl.Segmenter(language, { granularity: 'word' }))

function segmentRun(unspacedRun: string, language: string): string[] {
  const unspaced = /\p{Script=Thai}/u.test(unspacedRun) ? 'th' : language === 'ja' ? 'ja' : 'zh'
  return Array.from(segmenterOf(unspaced).segment(unspacedRun), (runSegment) => runSegment.segment)
}

/** The words of a text in order; runs without spaces are cut by a dictionary and, for Chinese and Japanese, in pairs. */
export function tokenize(tokenizedText: string, language: string): Token[] {
  const languageLexicon = lexiconOf(language)
  const normalized = normalize(tokenizedText, language)
  if (ASCII_TEXT.test(normalized))
    return (normalized.match(ASCII_WORDS) ?? []).map((word) => languageLexicon.token(word.slice(0, MAX_WORD), false))
  const foundTokens: Token[] = []
  const pairTokens: Token[] = []
  for (const [run] of normalized.matchAll(WORD_PATTERN)) {
    if (!UNSPACED.test(run)) foundTokens.push(languageLexicon.token(run.slice(0, MAX_WORD), false))
    else cutUnspaced(run, languageLexicon, foundTokens, pairTokens)
  }
  return pairTokens.length ? [...foundTokens, ...pairTokens] : foundTokens
}

function cutUnspaced(unspacedRun: string, languageLexicon: Lexicon, foundTokens: Token[], pairTokens: Token[]): void {
  for (const word of segmentRun(unspacedRun, languageLexicon.language)) {
    for (const [part] of word.matchAll(WORD_PATTERN))
      foundTokens.push(languageLexicon.token(part.slice(0, MAX_WORD), false))
  }
  for (const [cjk] of unspacedRun.matchAll(UNSPACED_RUN)) {
    const characters = Array.from(cjk)
    for (let characterIndex = 0; characterIndex + 1 < characters.length; characterIndex++) {
      pairTokens.push(languageLexicon.token(`${characters[characterIndex]}${characters[characterIndex + 1]}`, true))
    }
  }
}

/** True for a topic word: neither a stop word nor an interrogative. */
export const isContentWord = ({ isStopWord, isInterrogative, isPair }: Token): boolean =>
  !isStopWord && !isInterrogative && !isPair

/** Returns the token of a normalized word, such as a word of the vocabulary. */
export const tokenOf = (word: string, language: string): Token => lexiconOf(language).token(word, false)
