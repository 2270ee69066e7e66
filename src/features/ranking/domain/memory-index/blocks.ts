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
export function capacityOf(blockLength: number): number {
  if (blockLength <= MAX_EXACT_LENGTH) return blockLength
  const capacityStep = 1 << (29 - Math.clz32(blockLength - 1))
  return Math.ceil(blockLength / capacityStep) * capacityStep
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
  allocate(blockLength: number): number {
    const capacity = capacityOf(blockLength)
    const freedAddress = this.#free.get(capacity)?.pop()
    if (freedAddress !== undefined) return freedAddress
    if (capacity > MAX_SHARED_LENGTH) return this.#newPage(capacity) * PAGE_LENGTH
    if (this.#current < 0 || this.#used + capacity > this.#pages[this.#current]!.length) {
      const previousLength = this.#current < 0 ? FIRST_PAGE_LENGTH / 2 : this.#pages[this.#current]!.length
      this.#current = this.#newPage(Math.min(PAGE_LENGTH, Math.max(2 * previousLength, capacity)))
      this.#used = 0
    }
    const blockAddress = this.#current * PAGE_LENGTH + this.#used
    this.#used += capacity
    return blockAddress
  }

  /** @param blockLength as it was allocated */
  free(blockAddress: number, blockLength: number): void {
    const capacity = capacityOf(blockLength)
    if (capacity > MAX_SHARED_LENGTH) {
      this.bytes -= capacity * WORD_BYTES
      this.#pages[blockAddress >>> OFFSET_BITS] = null
      this.#shorts[blockAddress >>> OFFSET_BITS] = null
      this.#freePages.push(blockAddress >>> OFFSET_BITS)
      return
    }
    const freedAddresses = this.#free.get(capacity)
    if (freedAddresses) freedAddresses.push(blockAddress)
    else this.#free.set(capacity, [blockAddress])
  }

  /** Returns the page of a block, which begins at its `offset`. */
  page(blockAddress: number): Uint32Array<ArrayBuffer> {
    return this.#pages[blockAddress >>> OFFSET_BITS]!
  }

  /** The page of a block as numbers of 16 bits. */
  shorts(blockAddress: number): Uint16Array<ArrayBuffer> {
    return this.#shorts[blockAddress >>> OFFSET_BITS]!
  }

  offset(blockAddress: number): number {
    return blockAddress & (PAGE_LENGTH - 1)
  }

  #newPage(pageLength: number): number {
    const pageNumber = this.#freePages.pop() ?? this.#pages.length
    this.#pages[pageNumber] = new Uint32Array(pageLength)
    this.#shorts[pageNumber] = new Uint16Array(this.#pages[pageNumber].buffer)
    this.bytes += pageLength * WORD_BYTES
    return pageNumber
  }
}

/** Returns the array, or a copy of twice the length when it has no room for this index. */
export function withRoomFor<
  Numbers extends Uint8Array | Int16Array | Uint16Array | Uint32Array | Int32Array | Float64Array,
>(typedNumbers: Numbers, neededIndex: number): Numbers {
  if (neededIndex < typedNumbers.length) return typedNumbers
  const longerNumbers = new (typedNumbers.constructor as new (arrayLength: number) => Numbers)(
    Math.max(16, 2 * neededIndex),
  )
  longerNumbers.set(typedNumbers)
  return longerNumbers
}
