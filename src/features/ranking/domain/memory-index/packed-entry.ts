import type { PreparedEntry, WordNumbers } from '../rank/prepared.ts'

/** Counts and values at the beginning of a block, in 32-bit words. */
const WORDS = 0
const PHRASES = 1
const ALTERNATIVES = 2
const OCCURRENCES = 3
const REPETITIONS = 4
const GRAM_END = 5
const HEAD_CHARACTERS = 6
const BODY_CHARACTERS = 7
const FINGERPRINT = 8
/** The numbers of the words' tokens follow, then numbers of 16 bits. */
const TOKENS = 10

const blockLength = (words: number, phrases: number, occurrences: number, repetitions: number): number =>
  TOKENS + words + Math.ceil((words + phrases + 1 + occurrences + repetitions) / 2)

/**
 * An entry in a block of 32-bit words, word by word: a search then reads only the positions of the words that it is
 * about. Positions count the words of the question, of each alternative and of each sentence, one after the other, and
 * leave one position free behind each of these phrases. One object is used for entry after entry.
 */
export class PackedEntry {
  /** Number of different words. */
  words = 0
  alternatives = 0
  sentences = 0
  /** Characters of question and alternatives. */
  headCharacters = 0
  bodyCharacters = 0
  /** First position of which the character grams are not used. */
  gramEnd = 0
  #page = new Uint32Array(0)
  #shorts = new Uint16Array(0)
  #tokens = 0
  #ends = 0
  #starts = 0
  #positions = 0
  #repetitions = 0

  /** @param shorts the page's memory as numbers of 16 bits */
  read(page: Uint32Array<ArrayBuffer>, shorts: Uint16Array<ArrayBuffer>, offset: number): void {
    this.words = page[offset + WORDS]!
    this.alternatives = page[offset + ALTERNATIVES]!
    this.sentences = page[offset + PHRASES]! - 1 - this.alternatives
    this.headCharacters = page[offset + HEAD_CHARACTERS]!
    this.bodyCharacters = page[offset + BODY_CHARACTERS]!
    this.gramEnd = page[offset + GRAM_END]!
    this.#page = page
    this.#shorts = shorts
    this.#tokens = offset + TOKENS
    this.#ends = 2 * (this.#tokens + this.words)
    this.#starts = this.#ends + this.words
    this.#positions = this.#starts + page[offset + PHRASES]! + 1
    this.#repetitions = this.#positions + page[offset + OCCURRENCES]!
  }

  /** Number of a word's token. Words are in the order in which they come first. */
  token(word: number): number {
    return this.#page[this.#tokens + word]!
  }

  /** First place of a word in the list of positions. */
  placesFrom(word: number): number {
    return this.#positions + (word && this.#shorts[this.#ends + word - 1]!)
  }

  /** End of a word's places in the list of positions. */
  placesTo(word: number): number {
    return this.#positions + this.#shorts[this.#ends + word]!
  }

  /** The position at a place; ascending for each word. */
  position(place: number): number {
    return this.#shorts[place]!
  }

  /** First position of a phrase: 0 is the question, then come the alternatives, then the sentences of the body. */
  start(phrase: number): number {
    return this.#shorts[this.#starts + phrase]!
  }

  length(phrase: number): number {
    return this.start(phrase + 1) - this.start(phrase) - 1
  }

  /** Number of words in some successive phrases. */
  lengthOf(first: number, count: number): number {
    return this.start(first + count) - this.start(first) - count
  }

  /** First position of the body. */
  get bodyStart(): number {
    return this.start(1 + this.alternatives)
  }

  /** Positions in question and alternatives of which the term has come before in the same phrase. */
  get repetitions(): Uint16Array {
    return this.#shorts.subarray(
      this.#repetitions,
      this.#repetitions + this.#page[this.#tokens - TOKENS + REPETITIONS]!,
    )
  }
}

/** The length of an entry's block. */
export const packedLength = (page: Uint32Array, offset: number): number =>
  blockLength(page[offset + WORDS]!, page[offset + PHRASES]!, page[offset + OCCURRENCES]!, page[offset + REPETITIONS]!)

export const fingerprintOf = (page: Uint32Array, offset: number): number =>
  page[offset + FINGERPRINT]! * 2 ** 32 + page[offset + FINGERPRINT + 1]!

/** @param tokens the numbers of its words' tokens */
export function packEntry(prepared: PreparedEntry, tokens: number[]): Uint32Array<ArrayBuffer> {
  const { words, question, alternatives, body, repetitions, characters, bodyGramWords, fingerprint } = prepared
  const phrases = [question, ...alternatives, ...body]
  const ends = new Uint16Array(words.length)
  for (const phrase of phrases) for (const word of phrase) ends[word]!++
  let occurrences = 0
  for (let word = 0; word < ends.length; word++) {
    occurrences += ends[word]!
    ends[word] = occurrences
  }
  const starts = new Uint16Array(phrases.length + 1)
  phrases.forEach(({ length }, phrase) => {
    starts[phrase + 1] = starts[phrase]! + length + 1
  })
  const positions = new Uint16Array(occurrences)
  const next = Uint16Array.from(ends, (_, word) => (word ? ends[word - 1]! : 0))
  phrases.forEach((phrase, number) => {
    phrase.forEach((word, index) => {
      positions[next[word]!++] = starts[number]! + index
    })
  })
  const block = new Uint32Array(blockLength(words.length, phrases.length, occurrences, repetitions.length))
  block[WORDS] = words.length
  block[PHRASES] = phrases.length
  block[ALTERNATIVES] = alternatives.length
  block[OCCURRENCES] = occurrences
  block[REPETITIONS] = repetitions.length
  block[GRAM_END] = endOfGrams(body, starts[1 + alternatives.length]!, bodyGramWords)
  block[HEAD_CHARACTERS] = characters.head
  block[BODY_CHARACTERS] = characters.body
  block[FINGERPRINT] = Math.floor(fingerprint / 2 ** 32)
  block[FINGERPRINT + 1] = fingerprint % 2 ** 32
  block.set(tokens, TOKENS)
  const shorts = new Uint16Array(block.buffer)
  let end = 2 * (TOKENS + words.length)
  for (const list of [ends, starts, positions, repetitions]) {
    shorts.set(list, end)
    end += list.length
  }
  return block
}

/** The position behind the words of the body whose character grams are used. */
function endOfGrams(body: WordNumbers[], bodyStart: number, gramWords: number): number {
  let position = bodyStart
  let left = gramWords
  for (const { length } of body) {
    if (left <= length) return position + left
    left -= length
    position += length + 1
  }
  return position
}
