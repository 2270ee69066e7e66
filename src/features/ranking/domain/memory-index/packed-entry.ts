import type { PreparedEntry, WordNumbers } from '../rank/prepared.ts'

/** Counts and values at the beginning of a block, in 32-bit words. */
const WORDS_OFFSET = 0
const PHRASES_OFFSET = 1
const ALTERNATIVES = 2
const OCCURRENCES = 3
const REPETITIONS = 4
const GRAM_END = 5
const HEAD_CHARACTERS = 6
const BODY_CHARACTERS = 7
const FINGERPRINT = 8
/** The numbers of the words' tokens follow, then numbers of 16 bits. */
const TOKENS_OFFSET = 10

const blockLength = (wordCount: number, phraseCount: number, occurrences: number, repetitions: number): number =>
  TOKENS_OFFSET + wordCount + Math.ceil((wordCount + phraseCount + 1 + occurrences + repetitions) / 2)

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

  /** @param pageShorts the page's memory as numbers of 16 bits */
  read(pageNumbers: Uint32Array<ArrayBuffer>, pageShorts: Uint16Array<ArrayBuffer>, blockOffset: number): void {
    this.words = pageNumbers[blockOffset + WORDS_OFFSET]!
    this.alternatives = pageNumbers[blockOffset + ALTERNATIVES]!
    this.sentences = pageNumbers[blockOffset + PHRASES_OFFSET]! - 1 - this.alternatives
    this.headCharacters = pageNumbers[blockOffset + HEAD_CHARACTERS]!
    this.bodyCharacters = pageNumbers[blockOffset + BODY_CHARACTERS]!
    this.gramEnd = pageNumbers[blockOffset + GRAM_END]!
    this.#page = pageNumbers
    this.#shorts = pageShorts
    this.#tokens = blockOffset + TOKENS_OFFSET
    this.#ends = 2 * (this.#tokens + this.words)
    this.#starts = this.#ends + this.words
    this.#positions = this.#starts + pageNumbers[blockOffset + PHRASES_OFFSET]! + 1
    this.#repetitions = this.#positions + pageNumbers[blockOffset + OCCURRENCES]!
  }

  /** Number of a word's token. Words are in the order in which they come first. */
  token(wordIndex: number): number {
    return this.#page[this.#tokens + wordIndex]!
  }

  /** First place of a word in the list of positions. */
  placesFrom(wordIndex: number): number {
    return this.#positions + (wordIndex && this.#shorts[this.#ends + wordIndex - 1]!)
  }

  /** End of a word's places in the list of positions. */
  placesTo(wordIndex: number): number {
    return this.#positions + this.#shorts[this.#ends + wordIndex]!
  }

  /** The position at a place; ascending for each word. */
  position(placeIndex: number): number {
    return this.#shorts[placeIndex]!
  }

  /** First position of a phrase: 0 is the question, then come the alternatives, then the sentences of the body. */
  start(phraseIndex: number): number {
    return this.#shorts[this.#starts + phraseIndex]!
  }

  length(phraseIndex: number): number {
    return this.start(phraseIndex + 1) - this.start(phraseIndex) - 1
  }

  /** Number of words in some successive phrases. */
  lengthOf(firstPhrase: number, phraseCount: number): number {
    return this.start(firstPhrase + phraseCount) - this.start(firstPhrase) - phraseCount
  }

  /** First position of the body. */
  get bodyStart(): number {
    return this.start(1 + this.alternatives)
  }

  /** Positions in question and alternatives of which the term has come before in the same phrase. */
  get repetitions(): Uint16Array {
    return this.#shorts.subarray(
      this.#repetitions,
      this.#repetitions + this.#page[this.#tokens - TOKENS_OFFSET + REPETITIONS]!,
    )
  }
}

/** The length of an entry's block. */
export const packedLength = (pageNumbers: Uint32Array, blockOffset: number): number =>
  blockLength(
    pageNumbers[blockOffset + WORDS_OFFSET]!,
    pageNumbers[blockOffset + PHRASES_OFFSET]!,
    pageNumbers[blockOffset + OCCURRENCES]!,
    pageNumbers[blockOffset + REPETITIONS]!,
  )

export const fingerprintOf = (pageNumbers: Uint32Array, blockOffset: number): number =>
  pageNumbers[blockOffset + FINGERPRINT]! * 2 ** 32 + pageNumbers[blockOffset + FINGERPRINT + 1]!

/** @param tokenNumbers the numbers of its words' tokens */
export function packEntry(prepared: PreparedEntry, tokenNumbers: number[]): Uint32Array<ArrayBuffer> {
  const { words, question, alternatives, body, repetitions, characters, bodyGramWords, fingerprint } = prepared
  const allPhrases = [question, ...alternatives, ...body]
  const placeEnds = new Uint16Array(words.length)
  for (const phraseWords of allPhrases) for (const wordNumber of phraseWords) placeEnds[wordNumber]!++
  let occurrences = 0
  for (let wordIndex = 0; wordIndex < placeEnds.length; wordIndex++) {
    occurrences += placeEnds[wordIndex]!
    placeEnds[wordIndex] = occurrences
  }
  const phraseStarts = new Uint16Array(allPhrases.length + 1)
  allPhrases.forEach(({ length }, phraseIndex) => {
    phraseStarts[phraseIndex + 1] = phraseStarts[phraseIndex]! + length + 1
  })
  const positions = new Uint16Array(occurrences)
  const nextPlaces = Uint16Array.from(placeEnds, (_, wordIndex) => (wordIndex ? placeEnds[wordIndex - 1]! : 0))
  allPhrases.forEach((phraseWords, phraseNumber) => {
    phraseWords.forEach((wordNumber, wordPosition) => {
      positions[nextPlaces[wordNumber]!++] = phraseStarts[phraseNumber]! + wordPosition
    })
  })
  const packedBlock = new Uint32Array(blockLength(words.length, allPhrases.length, occurrences, repetitions.length))
  packedBlock[WORDS_OFFSET] = words.length
  packedBlock[PHRASES_OFFSET] = allPhrases.length
  packedBlock[ALTERNATIVES] = alternatives.length
  packedBlock[OCCURRENCES] = occurrences
  packedBlock[REPETITIONS] = repetitions.length
  packedBlock[GRAM_END] = endOfGrams(body, phraseStarts[1 + alternatives.length]!, bodyGramWords)
  packedBlock[HEAD_CHARACTERS] = characters.head
  packedBlock[BODY_CHARACTERS] = characters.body
  packedBlock[FINGERPRINT] = Math.floor(fingerprint / 2 ** 32)
  packedBlock[FINGERPRINT + 1] = fingerprint % 2 ** 32
  packedBlock.set(tokenNumbers, TOKENS_OFFSET)
  const blockShorts = new Uint16Array(packedBlock.buffer)
  let shortsEnd = 2 * (TOKENS_OFFSET + words.length)
  for (const shortList of [placeEnds, phraseStarts, positions, repetitions]) {
    blockShorts.set(shortList, shortsEnd)
    shortsEnd += shortList.length
  }
  return packedBlock
}

/** The position behind the words of the body whose character grams are used. */
function endOfGrams(bodySentences: WordNumbers[], bodyStart: number, gramWords: number): number {
  let position = bodyStart
  let remainingWords = gramWords
  for (const { length } of bodySentences) {
    if (remainingWords <= length) return position + remainingWords
    remainingWords -= length
    position += length + 1
  }
  return position
}
