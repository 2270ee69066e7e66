import { type Blocks, capacityOf } from './blocks.ts'

const FREE_PLACE = -1
/** Added to the address of a block, which distinguishes it from the number of a token. Both are smaller than this. */
const BLOCK_FLAG = 2 ** 31
/** The list of a gram whose last token was removed: its place stays taken, so that probing continues behind it. */
const EMPTY_LIST = 2 ** 32 - 1
/** A block begins with its number of tokens. */
const TOKENS_OFFSET = 1
const FIRST_CAPACITY = 16
/** A nearly full table saves memory, and a question looks up so few grams that longer probes cost it no time. */
const MAX_LOAD = 0.85
/** A rebuilt table has room for this many times its grams. */
const GROWTH = 1.3

/**
 * An inverted index of character grams: a search reads the tokens that share a gram with the question, and no others.
 * The grams are in a hash table with linear probing. A token is listed once for each occurrence of a gram.
 */
export class GramIndex {
  readonly #blocks: Blocks
  #grams = new Int32Array(FIRST_CAPACITY).fill(FREE_PLACE)
  /** The number of the only token, as half of the grams have one; otherwise `BLOCK_FLAG` and the address of a block. */
  #lists = new Uint32Array(FIRST_CAPACITY)
  #usedPlaces = 0

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

  /** Without the blocks. */
  get bytes(): number {
    return this.#grams.byteLength + this.#lists.byteLength
  }

  /** The tokens with a gram, in no order; valid until the next change. */
  tokensOf(gram: number): Uint32Array {
    const place = this.#placeOf(gram)
    const isKnown = this.#grams[place] === gram && this.#lists[place] !== EMPTY_LIST
    return isKnown ? this.#tokensAt(place) : this.#lists.subarray(0, 0)
  }

  add(gram: number, tokenNumber: number): void {
    if (this.#usedPlaces >= MAX_LOAD * this.#grams.length) this.#rebuild()
    const place = this.#placeOf(gram)
    if (this.#grams[place] === FREE_PLACE) {
      this.#grams[place] = gram
      this.#lists[place] = EMPTY_LIST
      this.#usedPlaces++
    }
    const list = this.#lists[place]!
    if (list === EMPTY_LIST) this.#lists[place] = tokenNumber
    else if (list < BLOCK_FLAG) this.#lists[place] = this.#newBlock([list, tokenNumber], 2)
    else this.#append(place, tokenNumber)
  }

  remove(gram: number, tokenNumber: number): void {
    const place = this.#placeOf(gram)
    const tokens = this.#tokensAt(place)
    const keptCount = tokens.length - 1
    tokens[tokens.indexOf(tokenNumber)] = tokens[keptCount]!
    if (keptCount === 0) this.#lists[place] = EMPTY_LIST
    else if (keptCount > 1) this.#resize(place, keptCount)
    else {
      this.#blocks.free(this.#lists[place]! - BLOCK_FLAG, TOKENS_OFFSET + tokens.length)
      this.#lists[place] = tokens[0]!
    }
  }

  #tokensAt(place: number): Uint32Array {
    const list = this.#lists[place]!
    if (list < BLOCK_FLAG) return this.#lists.subarray(place, place + 1)
    const page = this.#blocks.page(list - BLOCK_FLAG)
    const tokensStart = this.#blocks.offset(list - BLOCK_FLAG) + TOKENS_OFFSET
    return page.subarray(tokensStart, tokensStart + page[tokensStart - TOKENS_OFFSET]!)
  }

  #append(place: number, tokenNumber: number): void {
    const tokenCount = this.#tokenCount(place)
    this.#resize(place, tokenCount + 1)
    const blockAddress = this.#lists[place]! - BLOCK_FLAG
    this.#blocks.page(blockAddress)[this.#blocks.offset(blockAddress) + TOKENS_OFFSET + tokenCount] = tokenNumber
  }

  /** Number of tokens of a block. */
  #tokenCount(place: number): number {
    const blockAddress = this.#lists[place]! - BLOCK_FLAG
    return this.#blocks.page(blockAddress)[this.#blocks.offset(blockAddress)]!
  }

  /** Sets the number of tokens of a block, and moves it when it needs another capacity. */
  #resize(place: number, tokenCount: number): void {
    const blockAddress = this.#lists[place]! - BLOCK_FLAG
    const previousCount = this.#tokenCount(place)
    if (capacityOf(TOKENS_OFFSET + previousCount) === capacityOf(TOKENS_OFFSET + tokenCount)) {
      this.#blocks.page(blockAddress)[this.#blocks.offset(blockAddress)] = tokenCount
      return
    }
    this.#lists[place] = this.#newBlock(this.#tokensAt(place).subarray(0, tokenCount), tokenCount)
    this.#blocks.free(blockAddress, TOKENS_OFFSET + previousCount)
  }

  /** Returns the list of a new block with room for so many tokens. */
  #newBlock(tokens: ArrayLike<number>, tokenCount: number): number {
    const blockAddress = this.#blocks.allocate(TOKENS_OFFSET + tokenCount)
    const page = this.#blocks.page(blockAddress)
    const blockStart = this.#blocks.offset(blockAddress)
    page[blockStart] = tokenCount
    page.set(tokens, blockStart + TOKENS_OFFSET)
    return BLOCK_FLAG + blockAddress
  }

  /** Returns the place of a gram, or the free place where it belongs. */
  #placeOf(gram: number): number {
    let place = gram % this.#grams.length
    while (this.#grams[place] !== gram && this.#grams[place] !== FREE_PLACE) {
      place++
      if (place === this.#grams.length) place = 0
    }
    return place
  }

  /** Moves the grams that have tokens into a table of the size that they need. */
  #rebuild(): void {
    const previousGrams = this.#grams
    const previousLists = this.#lists
    const isListed = (place: number) => previousGrams[place] !== FREE_PLACE && previousLists[place] !== EMPTY_LIST
    this.#usedPlaces = 0
    for (let place = 0; place < previousGrams.length; place++) if (isListed(place)) this.#usedPlaces++
    const capacity = Math.max(FIRST_CAPACITY, Math.ceil((GROWTH * this.#usedPlaces) / MAX_LOAD))
    this.#grams = new Int32Array(capacity).fill(FREE_PLACE)
    this.#lists = new Uint32Array(capacity)
    for (let previousPlace = 0; previousPlace < previousGrams.length; previousPlace++) {
      if (!isListed(previousPlace)) continue
      const place = this.#placeOf(previousGrams[previousPlace]!)
      this.#grams[place] = previousGrams[previousPlace]!
      this.#lists[place] = previousLists[previousPlace]!
    }
  }
}
