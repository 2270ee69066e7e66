/** Bits of an address for the position within a page; the page number is above them. */
const OFFSET_BITS = 16
const PAGE_LENGTH = 1 << OFFSET_BITS
/**
 * Size of the first page in 32-bit words, for the many small workspaces. Each page is twice as large as the previous
 * one.
 */
const FIRST_PAGE_LENGTH = 1 << 9
/** A larger block gets a page of its own, which is released with it. */
const MAX_SHARED_LENGTH = PAGE_LENGTH / 4
const WORD_BYTES = 4
/** Capacities up to this are exact; above, there are four per power of two. */
const MAX_EXACT_LENGTH = 8

/** Rounds a block's length up to one of few sizes, so that freed blocks can be reused. */
function capacityOf(length: number): number {
  if (length <= MAX_EXACT_LENGTH) return length
  const step = 1 << (29 - Math.clz32(length - 1))
  return Math.ceil(length / step) * step
}

/**
 * Blocks of 32-bit words in a few large buffers, which cost the garbage collector nothing. Freed blocks are reused; no
 * block is ever moved, so the cost of a change does not grow with the whole.
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

  /** Returns the address of a block for so many words, at least 1. Its content is undefined. */
  allocate(length: number): number {
    const capacity = capacityOf(length)
    const freed = this.#free.get(capacity)?.pop()
    if (freed !== undefined) return freed
    if (capacity > MAX_SHARED_LENGTH) return this.#newPage(capacity) * PAGE_LENGTH
    if (this.#current < 0 || this.#used + capacity > this.#pages[this.#current]!.length) {
      const before = this.#current < 0 ? FIRST_PAGE_LENGTH / 2 : this.#pages[this.#current]!.length
      this.#current = this.#newPage(Math.min(PAGE_LENGTH, Math.max(2 * before, capacity)))
      this.#used = 0
    }
    const address = this.#current * PAGE_LENGTH + this.#used
    this.#used += capacity
    return address
  }

  /** @param length as it was allocated */
  free(address: number, length: number): void {
    const capacity = capacityOf(length)
    if (capacity > MAX_SHARED_LENGTH) {
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
    return address & (PAGE_LENGTH - 1)
  }

  #newPage(length: number): number {
    const page = this.#freePages.pop() ?? this.#pages.length
    this.#pages[page] = new Uint32Array(length)
    this.#shorts[page] = new Uint16Array(this.#pages[page].buffer)
    this.bytes += length * WORD_BYTES
    return page
  }
}

/** Returns the array, or a copy of twice the length when it has no room for this index. */
export function withRoomFor<Numbers extends Uint8Array | Int16Array | Uint32Array | Int32Array | Float64Array>(
  numbers: Numbers,
  index: number,
): Numbers {
  if (index < numbers.length) return numbers
  const longer = new (numbers.constructor as new (length: number) => Numbers)(Math.max(16, 2 * index))
  longer.set(numbers)
  return longer
}
