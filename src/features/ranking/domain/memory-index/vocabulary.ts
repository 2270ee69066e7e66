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
const firstLettersOf = (word: string): number => ((word.charCodeAt(0) << 16) | (word.charCodeAt(1) || 0)) >>> 0

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
    const knownSlot = this.#find(word, term)
    if (knownSlot !== undefined) {
      this.#uses[knownSlot]!++
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
    this.#starts[slot] = firstLettersOf(word)
    this.#uses[slot] = 1
    const slotsOfWord = this.#slotsOf(word)
    this.#byWord.set(word, slotsOfWord.length ? [...slotsOfWord, slot] : slot)
  }

  remove(word: string, term: string): void {
    const slot = this.#find(word, term)
    if (slot === undefined || --this.#uses[slot]! > 0) return
    const keptSlots = this.#slotsOf(word).filter((otherSlot) => otherSlot !== slot)
    if (keptSlots.length) this.#byWord.set(word, keptSlots.length === 1 ? keptSlots[0]! : keptSlots)
    else this.#byWord.delete(word)
    this.#words[slot] = ''
    this.#terms[slot] = ''
    this.#lengths[slot] = FREE_LENGTH
    this.#starts[slot] = 0
    this.#free.push(slot)
  }

  /** Words that share the beginning or the end that a misspelt word must have intact, with letters and length near it. */
  near(misspelt: string): { word: string; term: string }[] {
    const allowedEdits = editsAllowed(misspelt)
    const { head, tail } = intactParts(misspelt)
    const letterBits = lettersOf(misspelt)
    const shortest = misspelt.length - allowedEdits
    const longestLength = misspelt.length + allowedEdits
    const foundWords: { word: string; term: string }[] = []
    for (let slot = 0; slot < this.#words.length; slot++) {
      const wordLength = this.#lengths[slot]!
      if (wordLength < shortest || wordLength > longestLength) continue
      if (bitCount(this.#letters[slot]! ^ letterBits) > LETTERS_AN_EDIT * allowedEdits) continue
      const word = this.#words[slot]!
      if (word.startsWith(head) || word.endsWith(tail)) foundWords.push({ word, term: this.#terms[slot]! })
    }
    return foundWords
  }

  /** The terms of words that begin like this, the shortest words first, at most `max` words. */
  beginningWith(beginning: string, maxTerms: number): string[] {
    const firstLetters = firstLettersOf(beginning)
    const ignoredBits = beginning.length > 1 ? 0 : 16
    const isBefore = (leftSlot: number, rightSlot: number) =>
      this.#lengths[leftSlot]! - this.#lengths[rightSlot]! ||
      (this.#words[leftSlot]! < this.#words[rightSlot]! ? -1 : 1)
    let firstSlots: number[] = []
    for (let slot = 0; slot < this.#words.length; slot++) {
      if ((this.#starts[slot]! ^ firstLetters) >>> ignoredBits || this.#lengths[slot] === FREE_LENGTH) continue
      if (firstSlots.length === maxTerms && isBefore(slot, firstSlots[maxTerms - 1]!) > 0) continue
      if (!this.#words[slot]!.startsWith(beginning)) continue
      firstSlots = [...firstSlots, slot].sort(isBefore).slice(0, maxTerms)
    }
    return [...new Set(firstSlots.map((slot) => this.#terms[slot]!))]
  }

  /** The term of a word that some entry uses. */
  termOf(word: string): string | undefined {
    const slot = this.#slotsOf(word)[0]
    return slot === undefined ? undefined : this.#terms[slot]
  }

  #slotsOf(word: string): readonly number[] {
    const slotsOfWord = this.#byWord.get(word)
    return slotsOfWord === undefined ? NO_SLOTS : typeof slotsOfWord === 'number' ? [slotsOfWord] : slotsOfWord
  }

  #find(word: string, term: string): number | undefined {
    const slotsOfWord = this.#byWord.get(word)
    if (typeof slotsOfWord === 'number') return this.#terms[slotsOfWord] === term ? slotsOfWord : undefined
    return slotsOfWord?.find((slot) => this.#terms[slot] === term)
  }
}
