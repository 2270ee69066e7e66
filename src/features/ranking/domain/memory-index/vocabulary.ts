import { editsAllowed, intactParts, LETTERS_AN_EDIT, lettersOf } from '../query/repair.ts'
import { withPlace } from './blocks.ts'

/** Bytes of a word's entry in the map and in the lists; its strings belong to the token. */
const WORD_BYTES = 80 + 2 * 8
const NUMBERS_BYTES = 3 * 4 + 1
/** No word is so long, and none is near it in length. */
const FREE = 255
/** No place: what none of the lists holds. */
const NONE: readonly number[] = []

/** Number of set bits in a 32-bit integer: the population count of Warren, Hacker's Delight, figure 5-2. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The first two characters in one number, by which most words are skipped. */
const startOf = (word: string): number => ((word.charCodeAt(0) << 16) | (word.charCodeAt(1) || 0)) >>> 0

/**
 * The written words of a workspace with their terms, read from both ends for spelling correction. Distinguishing
 * features are in arrays of numbers, so that all words are scanned in a fraction of a millisecond.
 */
export class Vocabulary {
  /** A word's places, mostly one; several where languages make different terms of it. */
  readonly #byWord = new Map<string, number | number[]>()
  readonly #words: string[] = []
  readonly #terms: string[] = []
  readonly #free: number[] = []
  /** As `lettersOf` says. */
  #letters = new Int32Array(16)
  #lengths = new Uint8Array(16)
  #starts = new Uint32Array(16)
  /** Number of entries with the word. */
  #uses = new Uint32Array(16)

  get bytes(): number {
    return this.#words.length * WORD_BYTES + this.#uses.length * NUMBERS_BYTES
  }

  add(word: string, term: string): void {
    const known = this.#find(word, term)
    if (known !== undefined) {
      this.#uses[known]!++
      return
    }
    const place = this.#free.pop() ?? this.#words.length
    this.#words[place] = word
    this.#terms[place] = term
    this.#letters = withPlace(this.#letters, place)
    this.#lengths = withPlace(this.#lengths, place)
    this.#starts = withPlace(this.#starts, place)
    this.#uses = withPlace(this.#uses, place)
    this.#letters[place] = lettersOf(word)
    this.#lengths[place] = Math.min(word.length, FREE - 1)
    this.#starts[place] = startOf(word)
    this.#uses[place] = 1
    const same = this.#placesOf(word)
    this.#byWord.set(word, same.length ? [...same, place] : place)
  }

  remove(word: string, term: string): void {
    const place = this.#find(word, term)
    if (place === undefined || --this.#uses[place]! > 0) return
    const kept = this.#placesOf(word).filter((other) => other !== place)
    if (kept.length) this.#byWord.set(word, kept.length === 1 ? kept[0]! : kept)
    else this.#byWord.delete(word)
    this.#words[place] = ''
    this.#terms[place] = ''
    this.#lengths[place] = FREE
    this.#starts[place] = 0
    this.#free.push(place)
  }

  /** Words that share the beginning or the end that a misspelt word must have intact, with letters and length near it. */
  near(misspelt: string): { word: string; term: string }[] {
    const edits = editsAllowed(misspelt)
    const { head, tailReversed } = intactParts(misspelt)
    const tail = Array.from(tailReversed).reverse().join('')
    const letters = lettersOf(misspelt)
    const shortest = misspelt.length - edits
    const longest = misspelt.length + edits
    const found: { word: string; term: string }[] = []
    for (let place = 0; place < this.#words.length; place++) {
      const length = this.#lengths[place]!
      if (length < shortest || length > longest) continue
      if (bitCount(this.#letters[place]! ^ letters) > LETTERS_AN_EDIT * edits) continue
      const word = this.#words[place]!
      if (word.startsWith(head) || word.endsWith(tail)) found.push({ word, term: this.#terms[place]! })
    }
    return found
  }

  /** The terms of words that begin like this, the shortest words first, at most `most` words. */
  beginningWith(beginning: string, most: number): string[] {
    const start = startOf(beginning)
    const unlike = beginning.length > 1 ? 0 : 16
    const isBefore = (left: number, right: number) =>
      this.#lengths[left]! - this.#lengths[right]! || (this.#words[left]! < this.#words[right]! ? -1 : 1)
    let first: number[] = []
    for (let place = 0; place < this.#words.length; place++) {
      if ((this.#starts[place]! ^ start) >>> unlike || this.#lengths[place] === FREE) continue
      if (first.length === most && isBefore(place, first[most - 1]!) > 0) continue
      if (!this.#words[place]!.startsWith(beginning)) continue
      first = [...first, place].sort(isBefore).slice(0, most)
    }
    return [...new Set(first.map((place) => this.#terms[place]!))]
  }

  /** The term of a word that some entry uses. */
  termOf(word: string): string | undefined {
    const place = this.#placesOf(word)[0]
    return place === undefined ? undefined : this.#terms[place]
  }

  #placesOf(word: string): readonly number[] {
    const places = this.#byWord.get(word)
    return places === undefined ? NONE : typeof places === 'number' ? [places] : places
  }

  #find(word: string, term: string): number | undefined {
    const places = this.#byWord.get(word)
    if (typeof places === 'number') return this.#terms[places] === term ? places : undefined
    return places?.find((place) => this.#terms[place] === term)
  }
}
