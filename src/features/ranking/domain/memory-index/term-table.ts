import { type Blocks, withRoomFor } from './blocks.ts'

/** Bits of an impact, which is at most 2,500. The slot is above them. */
export const IMPACT_BITS = 12
export const IMPACT_MASK = (1 << IMPACT_BITS) - 1

/** Bytes of a term's entry in the map and of its string, which other parts of the index usually share. */
const TERM_BYTES = 80
const NUMBERS_BYTES = 3 * 4

/** Doubled whenever it's full, so that a growing list leaves behind no more than it takes. */
const roomFor = (count: number): number => (count <= 1 ? 1 : 1 << (32 - Math.clz32(count - 1)))

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
    const number = this.#numbers.get(term)
    return number === undefined ? undefined : this.#frequencies[number] || undefined
  }

  /** The terms that occur, with in how many entries. */
  *[Symbol.iterator](): Generator<[string, number]> {
    for (const [term, number] of this.#numbers) if (this.#frequencies[number]) yield [term, this.#frequencies[number]]
  }

  /** One entry more, or one less, has the term. */
  count(term: string, change: 1 | -1): void {
    const number = this.#numbered(term)
    this.#frequencies[number]! += change
    this.#release(term, number)
  }

  post(term: string, slot: number, impact: number): void {
    const number = this.#numbered(term)
    const count = this.#counts[number]!
    const room = roomFor(count)
    if (count === 0) this.#addresses[number] = this.#blocks.allocate(1)
    else if (count === room) this.#move(number, count, room, 2 * room)
    const address = this.#addresses[number]!
    this.#blocks.page(address)[this.#blocks.offset(address) + count] = (slot << IMPACT_BITS) | impact
    this.#counts[number] = count + 1
  }

  unpost(term: string, slot: number): void {
    const number = this.#numbers.get(term)
    const list = number === undefined ? null : this.postings(term)
    if (number === undefined || !list) return
    const position = list.findIndex((posting) => posting >>> IMPACT_BITS === slot)
    if (position < 0) return
    const kept = list.length - 1
    list[position] = list[kept]!
    this.#counts[number] = kept
    const room = roomFor(list.length)
    if (kept === 0) this.#blocks.free(this.#addresses[number]!, 1)
    else if (roomFor(kept) < room) this.#move(number, kept, room, roomFor(kept))
    this.#release(term, number)
  }

  /** A term's postings, each a slot and an impact, in no order; valid until the next change. */
  postings(term: string): Uint32Array | null {
    const number = this.#numbers.get(term)
    const count = number === undefined ? 0 : this.#counts[number]!
    if (number === undefined || !count) return null
    const address = this.#addresses[number]!
    const offset = this.#blocks.offset(address)
    return this.#blocks.page(address).subarray(offset, offset + count)
  }

  #numbered(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#free.pop() ?? this.#numbers.size
    this.#numbers.set(term, number)
    this.#frequencies = withRoomFor(this.#frequencies, number)
    this.#counts = withRoomFor(this.#counts, number)
    this.#addresses = withRoomFor(this.#addresses, number)
    return number
  }

  #release(term: string, number: number): void {
    if (this.#frequencies[number] || this.#counts[number]) return
    this.#numbers.delete(term)
    this.#free.push(number)
  }

  #move(number: number, count: number, from: number, to: number): void {
    const before = this.#addresses[number]!
    const after = this.#blocks.allocate(to)
    const offset = this.#blocks.offset(before)
    const list = this.#blocks.page(before).subarray(offset, offset + count)
    this.#blocks.page(after).set(list, this.#blocks.offset(after))
    this.#blocks.free(before, from)
    this.#addresses[number] = after
  }
}
