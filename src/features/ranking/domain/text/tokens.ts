import { characterGrams } from './grams.ts'
import { normalize } from './normalize.ts'
import { stemmerOf } from './stemming.ts'
import { askingWordList, stopwordList } from './stopwords.ts'

/** One word of a text. Equal words of one language share one object (most of the time), so it is a cheap map key. */
export interface Token {
  /** Normalized spelling. */
  readonly word: string
  /** Index term: the stem. */
  readonly term: string
  readonly stop: boolean
  /** One of the words that make a question but give it no subject ("how", "when"). */
  readonly asking: boolean
  /** A character bigram in a script without spaces, indexed in addition to dictionary words. */
  readonly pair: boolean
  /** Hashes of the word's character 3- and 4-grams. */
  readonly grams: Int32Array
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu
const ASCII = /^[\0-\x7f]*$/
const ASCII_WORDS = /[a-z0-9]+/g
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** Maximum length; longer runs are noise (base64, a repeated key), and would enlarge index rows. */
const MAX_WORD = 64
const MAX_INTERNED = 200_000

class Lexicon {
  readonly #language: string
  readonly #tokens = new Map<string, Token>()
  readonly #stem: (word: string) => string
  readonly #stops: Set<string>
  readonly #asking: Set<string>

  constructor(language: string) {
    this.#language = language
    this.#stem = stemmerOf(language)
    this.#stops = this.#termsOf(stopwordList(language))
    this.#asking = this.#termsOf(askingWordList(language))
  }

  #termsOf(list: string[]): Set<string> {
    const words = list.map((word) => normalize(word, this.#language))
    return new Set(words.flatMap((word) => [word, this.#stem(word)]))
  }

  token(word: string, pair: boolean): Token {
    const key = pair ? `${word}²` : word
    const known = this.#tokens.get(key)
    if (known) return known
    const term = pair ? key : this.#stem(word) || word
    const token: Token = {
      word,
      term,
      stop: this.#stops.has(term),
      asking: this.#asking.has(term),
      pair,
      grams: characterGrams(word),
    }
    if (this.#tokens.size >= MAX_INTERNED) this.#tokens.clear()
    this.#tokens.set(key, token)
    return token
  }

  get language(): string {
    return this.#language
  }
}

const lexicons = new Map<string, Lexicon>()
function lexiconOf(language: string): Lexicon {
  let lexicon = lexicons.get(language)
  if (!lexicon) {
    lexicon = new Lexicon(language)
    lexicons.set(language, lexicon)
  }
  return lexicon
}

const segmenters = new Map<string, Intl.Segmenter>()
function segment(run: string, language: string): string[] {
  const locale = /\p{Script=Thai}/u.test(run) ? 'th' : language === 'ja' ? 'ja' : 'zh'
  let segmenter = segmenters.get(locale)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
    segmenters.set(locale, segmenter)
  }
  return Array.from(segmenter.segment(run), (part) => part.segment)
}

/** The words of a text in order; runs without spaces are cut by a dictionary and, for Chinese and Japanese, in pairs. */
export function tokenize(text: string, language: string): Token[] {
  const lexicon = lexiconOf(language)
  const normalized = normalize(text, language)
  if (ASCII.test(normalized))
    return (normalized.match(ASCII_WORDS) ?? []).map((word) => lexicon.token(word.slice(0, MAX_WORD), false))
  const out: Token[] = []
  const pairs: Token[] = []
  for (const [run] of normalized.matchAll(WORDS)) {
    if (!UNSPACED.test(run)) out.push(lexicon.token(run.slice(0, MAX_WORD), false))
    else cutUnspaced(run, lexicon, out, pairs)
  }
  return pairs.length ? [...out, ...pairs] : out
}

function cutUnspaced(run: string, lexicon: Lexicon, out: Token[], pairs: Token[]): void {
  for (const word of segment(run, lexicon.language)) {
    for (const [part] of word.matchAll(WORDS)) out.push(lexicon.token(part.slice(0, MAX_WORD), false))
  }
  for (const [cjk] of run.matchAll(CJK)) {
    const characters = Array.from(cjk)
    for (let index = 0; index + 1 < characters.length; index++) {
      pairs.push(lexicon.token(`${characters[index]}${characters[index + 1]}`, true))
    }
  }
}

/** True for a topic word: neither a stop word nor an interrogative. */
export const isContentWord = ({ stop, asking, pair }: Token): boolean => !stop && !asking && !pair

/** Returns the token of a normalized word, such as a word of the vocabulary. */
export const tokenOf = (word: string, language: string): Token => lexiconOf(language).token(word, false)
