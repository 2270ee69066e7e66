import { type Blocks, withRoomFor } from './blocks.ts'

/** Bits of an impact, which is at most 2,500. The slot is above them. */
export const IMPACT_BITS = 12
export const IMPACT_MASK = (1 << IMPACT_BITS) - 1

/** Bytes of a term's entry in the map and of its string, which other parts of the index usually share. */
const TERM_BYTES = 80
const NUMBERS_BYTES = 3 * 4

/** Doubled whenever it's full, so that a growing list leaves behind no more than it takes. */
const roomForPostings = (postings: number): number => (postings <= 1 ? 1 : 1 << (32 - Math.clz32(postings - 1)))

/** Statistics of each term of a workspace: number of entries, and the entries with their impacts. */
export class TermTable {
  readonly #blocks: Blocks
  readonly #numbers = new Map<string, number>()
  readonly #free: number[] = []
  #frequencies = new Uint32Array(16)
  #counts = new Uint32Array(16)
  #addresses = new Uint32Array(16)

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

  /** Without the postings, which are in the blocks. */
  get bytes(): number {
    return this.#numbers.size * TERM_BYTES + this.#counts.length * NUMBERS_BYTES
  }

  /** In how many entries a term occurs; undefined where in none. */
  get(term: string): number | undefined {
    const termNumber = this.#numbers.get(term)
    return termNumber === undefined ? undefined : this.#frequencies[termNumber] || undefined
  }

  /** The terms that occur, with in how many entries. */
  *[Symbol.iterator](): Generator<[string, number]> {
    for (const [term, number] of this.#numbers) if (this.#frequencies[number]) yield [term, this.#frequencies[number]]
  }

  /** One entry more, or one less, has the term. */
  count(term: string, countChange: 1 | -1): void {
    const termNumber = this.#numbered(term)
    this.#frequencies[termNumber]! += countChange
    this.#release(term, termNumber)
  }

  post(term: string, slot: number, termImpact: number): void {
    const termNumber = this.#numbered(term)
    const postingCount = this.#counts[termNumber]!
    const currentRoom = roomForPostings(postingCount)
    if (postingCount === 0) this.#addresses[termNumber] = this.#blocks.allocate(1)
    else if (postingCount === currentRoom) this.#move(termNumber, postingCount, currentRoom, 2 * currentRoom)
    const blockAddress = this.#addresses[termNumber]!
    this.#blocks.page(blockAddress)[this.#blocks.offset(blockAddress) + postingCount] =
      (slot << IMPACT_BITS) | termImpact
    this.#counts[termNumber] = postingCount + 1
  }

  unpost(term: string, slot: number): void {
    const termNumber = this.#numbers.get(term)
    const postingList = termNumber === undefined ? null : this.postings(term)
    if (termNumber === undefined || !postingList) return
    const position = postingList.findIndex((posting) => posting >>> IMPACT_BITS === slot)
    if (position < 0) return
    const keptCount = postingList.length - 1
    postingList[position] = postingList[keptCount]!
    this.#counts[termNumber] = keptCount
    const currentRoom = roomForPostings(postingList.length)
    if (keptCount === 0) this.#blocks.free(this.#addresses[termNumber]!, 1)
    else if (roomForPostings(keptCount) < currentRoom)
      this.#move(termNumber, keptCount, currentRoom, roomForPostings(keptCount))
    this.#release(term, termNumber)
  }

  /** A term's postings, each a slot and an impact, in no order; valid until the next change. */
  postings(term: string): Uint32Array | null {
    const termNumber = this.#numbers.get(term)
    const postingCount = termNumber === undefined ? 0 : this.#counts[termNumber]!
    if (termNumber === undefined || !postingCount) return null
    const blockAddress = this.#addresses[termNumber]!
    const blockOffset = this.#blocks.offset(blockAddress)
    return this.#blocks.page(blockAddress).subarray(blockOffset, blockOffset + postingCount)
  }

  #numbered(term: string): number {
    const knownNumber = this.#numbers.get(term)
    if (knownNumber !== undefined) return knownNumber
    const termNumber = this.#free.pop() ?? this.#numbers.size
    this.#numbers.set(term, termNumber)
    this.#frequencies = withRoomFor(this.#frequencies, termNumber)
    this.#counts = withRoomFor(this.#counts, termNumber)
    this.#addresses = withRoomFor(this.#addresses, termNumber)
    return termNumber
  }

  #release(term: string, termNumber: number): void {
    if (this.#frequencies[termNumber] || this.#counts[termNumber]) return
    this.#numbers.delete(term)
    this.#free.push(termNumber)
  }

  #move(termNumber: number, postingCount: number, currentRoom: number, neededRoom: number): void {
    const previousAddress = this.#addresses[termNumber]!
    const nextAddress = this.#blocks.allocate(neededRoom)
    const blockOffset = this.#blocks.offset(previousAddress)
    const postingList = this.#blocks.page(previousAddress).subarray(blockOffset, blockOffset + postingCount)
    this.#blocks.page(nextAddress).set(postingList, this.#blocks.offset(nextAddress))
    this.#blocks.free(previousAddress, currentRoom)
    this.#addresses[termNumber] = nextAddress
  }
}
