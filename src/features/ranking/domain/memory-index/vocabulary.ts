import { bitCount } from '../bit-count.ts'
import { editsAllowed, intactParts, LETTERS_AN_EDIT, lettersOf } from '../query/spelling.ts'
import { withRoomFor } from './blocks.ts'

/** Bytes of a word's entry in the map and in the lists; its strings belong to the token. */
const WORD_BYTES = 80 + 2 * 8
const NUMBERS_BYTES = 3 * 4 + 1
/** Length of a free slot: no word is as long, or nearly as long. */
const FREE_LENGTH = 255
const NO_SLOTS: readonly number[] = []

/** The first two characters in one number, by which most words are skipped. */
const startOf = (word: string): number => ((word.charCodeAt(0) << 16) | (word.charCodeAt(1) || 0)) >>> 0

/**
 * The written words of a workspace with their terms, read from both ends for spelling correction. Distinguishing
 * features are in arrays of numbers, so that all words are scanned in a fraction of a millisecond.
 */
export class Vocabulary {
  /** The slots of a word, mostly one; several where languages make different terms of it. */
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
    const slot = this.#free.pop() ?? this.#words.length
    this.#words[slot] = word
    this.#terms[slot] = term
    this.#letters = withRoomFor(this.#letters, slot)
    this.#lengths = withRoomFor(this.#lengths, slot)
    this.#starts = withRoomFor(this.#starts, slot)
    this.#uses = withRoomFor(this.#uses, slot)
    this.#letters[slot] = lettersOf(word)
    this.#lengths[slot] = Math.min(word.length, FREE_LENGTH - 1)
    this.#starts[slot] = startOf(word)
    this.#uses[slot] = 1
    const same = this.#slotsOf(word)
    this.#byWord.set(word, same.length ? [...same, slot] : slot)
  }

  remove(word: string, term: string): void {
    const slot = this.#find(word, term)
    if (slot === undefined || --this.#uses[slot]! > 0) return
    const kept = this.#slotsOf(word).filter((other) => other !== slot)
    if (kept.length) this.#byWord.set(word, kept.length === 1 ? kept[0]! : kept)
    else this.#byWord.delete(word)
    this.#words[slot] = ''
    this.#terms[slot] = ''
    this.#lengths[slot] = FREE_LENGTH
    this.#starts[slot] = 0
    this.#free.push(slot)
  }

  /** Words that share the beginning or the end that a misspelt word must have intact, with letters and length near it. */
  near(misspelt: string): { word: string; term: string }[] {
    const edits = editsAllowed(misspelt)
    const { head, tail } = intactParts(misspelt)
    const letters = lettersOf(misspelt)
    const shortest = misspelt.length - edits
    const longest = misspelt.length + edits
    const found: { word: string; term: string }[] = []
    for (let slot = 0; slot < this.#words.length; slot++) {
      const length = this.#lengths[slot]!
      if (length < shortest || length > longest) continue
      if (bitCount(this.#letters[slot]! ^ letters) > LETTERS_AN_EDIT * edits) continue
      const word = this.#words[slot]!
      if (word.startsWith(head) || word.endsWith(tail)) found.push({ word, term: this.#terms[slot]! })
    }
    return found
  }

  /** The terms of words that begin like this, the shortest words first, at most `max` words. */
  beginningWith(beginning: string, max: number): string[] {
    const start = startOf(beginning)
    const unlike = beginning.length > 1 ? 0 : 16
    const isBefore = (left: number, right: number) =>
      this.#lengths[left]! - this.#lengths[right]! || (this.#words[left]! < this.#words[right]! ? -1 : 1)
    let first: number[] = []
    for (let slot = 0; slot < this.#words.length; slot++) {
      if ((this.#starts[slot]! ^ start) >>> unlike || this.#lengths[slot] === FREE_LENGTH) continue
      if (first.length === max && isBefore(slot, first[max - 1]!) > 0) continue
      if (!this.#words[slot]!.startsWith(beginning)) continue
      first = [...first, slot].sort(isBefore).slice(0, max)
    }
    return [...new Set(first.map((slot) => this.#terms[slot]!))]
  }

  /** The term of a word that some entry uses. */
  termOf(word: string): string | undefined {
    const slot = this.#slotsOf(word)[0]
    return slot === undefined ? undefined : this.#terms[slot]
  }

  #slotsOf(word: string): readonly number[] {
    const slots = this.#byWord.get(word)
    return slots === undefined ? NO_SLOTS : typeof slots === 'number' ? [slots] : slots
  }

  #find(word: string, term: string): number | undefined {
    const slots = this.#byWord.get(word)
    if (typeof slots === 'number') return this.#terms[slots] === term ? slots : undefined
    return slots?.find((slot) => this.#terms[slot] === term)
  }
}
