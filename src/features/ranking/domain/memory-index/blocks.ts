/** Bits of an address for the position within a page; the page number is above them. */
const OFFSET_BITS = 16
const MAX_PAGE = 1 << OFFSET_BITS
/**
 * Size of the first page in 32-bit words, for the many small workspaces. Each page is twice as large as the previous
 * one.
 */
const MIN_PAGE = 1 << 9
/** A larger block gets a page to itself, which goes when it is freed. */
const MAX_SHARED = MAX_PAGE / 4
const WORD_BYTES = 4
/** Lengths up to this are given as they are; above, four an octave. */
const EXACT = 8

/** Rounds a block's length up to one of few sizes, so that freed blocks can be reused. */
function capacityOf(length: number): number {
  if (length <= EXACT) return length
  const step = 1 << (29 - Math.clz32(length - 1))
  return Math.ceil(length / step) * step
}

/**
 * Blocks of 32-bit words in a few large buffers, which cost the garbage collector nothing. What is freed is given out
 * again; nothing is ever moved, so that a change costs nothing that grows with the whole.
 */
export class Blocks {
  /** Size of all pages in bytes. */
  bytes = 0
  readonly #pages: (Uint32Array<ArrayBuffer> | null)[] = []
  /** The same memory as numbers of 16 bits. */
  readonly #shorts: (Uint16Array<ArrayBuffer> | null)[] = []
  readonly #freePages: number[] = []
  /** Addresses of freed blocks by their capacity. */
  readonly #free = new Map<number, number[]>()
  #current = -1
  #used = 0

  /** The address of a block with room for so many words, at least 1. What it holds is what was left in it. */
  allocate(length: number): number {
    const capacity = capacityOf(length)
    const freed = this.#free.get(capacity)?.pop()
    if (freed !== undefined) return freed
    if (capacity > MAX_SHARED) return this.#newPage(capacity) * MAX_PAGE
    if (this.#current < 0 || this.#used + capacity > this.#pages[this.#current]!.length) {
      const before = this.#current < 0 ? MIN_PAGE / 2 : this.#pages[this.#current]!.length
      this.#current = this.#newPage(Math.min(MAX_PAGE, Math.max(2 * before, capacity)))
      this.#used = 0
    }
    const address = this.#current * MAX_PAGE + this.#used
    this.#used += capacity
    return address
  }

  /** @param length as it was allocated */
  free(address: number, length: number): void {
    const capacity = capacityOf(length)
    if (capacity > MAX_SHARED) {
      this.bytes -= capacity * WORD_BYTES
      this.#pages[address >>> OFFSET_BITS] = null
      this.#shorts[address >>> OFFSET_BITS] = null
      this.#freePages.push(address >>> OFFSET_BITS)
      return
    }
    const freed = this.#free.get(capacity)
    if (freed) freed.push(address)
    else this.#free.set(capacity, [address])
  }

  /** Returns the page of a block, which begins at its `offset`. */
  page(address: number): Uint32Array<ArrayBuffer> {
    return this.#pages[address >>> OFFSET_BITS]!
  }

  /** The page of a block as numbers of 16 bits. */
  shorts(address: number): Uint16Array<ArrayBuffer> {
    return this.#shorts[address >>> OFFSET_BITS]!
  }

  offset(address: number): number {
    return address & (MAX_PAGE - 1)
  }

  #newPage(length: number): number {
    const page = this.#freePages.pop() ?? this.#pages.length
    this.#pages[page] = new Uint32Array(length)
    this.#shorts[page] = new Uint16Array(this.#pages[page].buffer)
    this.bytes += length * WORD_BYTES
    return page
  }
}

/** The array, or one twice as long with the same beginning where it has no room for this place. */
export function withPlace<Numbers extends Uint8Array | Int16Array | Uint32Array | Int32Array | Float64Array>(
  numbers: Numbers,
  place: number,
): Numbers {
  if (place < numbers.length) return numbers
  const longer = new (numbers.constructor as new (length: number) => Numbers)(Math.max(16, 2 * place))
  longer.set(numbers)
  return longer
}
