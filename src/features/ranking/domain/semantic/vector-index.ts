import { bitCount } from '../bit-count.ts'
import { highest } from '../rank/highest.ts'
import { quantize } from './vector-bytes.ts'

/** Vectors in one page of memory. */
const PAGE_VECTORS = 512
/** Up to this many vectors all are compared; of more, those that differ in the fewest signs. */
const COMPARED_VECTORS = 512
/** Entries from which the cosine of unrelated ones is estimated. */
const SAMPLE_SIZE = 256
const WORD_BITS = 32
/** Vectors of an entry whose mean is half of its similarity: several near phrasings say more than one. */
const NEAREST_VECTORS = 3
/** Overhead of an entry in bytes: its record, its identifier, and two places in maps. */
const ENTRY_BYTES = 300

/** Similarities of a question's vector to those of entries. */
export interface SemanticSimilarities {
  /** Cosine by chunk id, of several vectors see `VectorIndex`; entries without a vector are missing. */
  cosines: ReadonlyMap<string, number>
  /** The question's cosine with an unrelated entry: the mean of the lower half. */
  unrelated: number
  /** See `everydaySimilarity`. */
  everyday?: number
}

interface IndexedEntry {
  entryNo: number
  chunkId: string
  /** The slots of its vectors. */
  slots: number[]
}

interface Page {
  values: Int8Array
  /** The sign of each number, a bit each. */
  signs: Uint32Array
  norms: Float32Array
}

/** A question's vector, prepared for comparing. */
interface AskedVector {
  values: Int8Array
  signs: Uint32Array
  norm: number
}

/**
 * The vectors of one workspace in memory, several for an entry. The nearest are found in two steps: by the number of
 * equal signs, then by the cosine: half that of the entry's nearest vector, and half the mean of its nearest three.
 */
export class VectorIndex {
  readonly dimensions: number
  readonly #words: number
  readonly #pages: Page[] = []
  readonly #entries = new Map<number, IndexedEntry>()
  readonly #byChunk = new Map<string, IndexedEntry>()
  /** The entry in each slot; null in free ones. */
  readonly #owners: (IndexedEntry | null)[] = []
  readonly #free: number[] = []

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#words = Math.ceil(dimensions / WORD_BITS)
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    const page = PAGE_VECTORS * (this.dimensions + 4 * this.#words + 4)
    return this.#pages.length * page + this.#entries.size * ENTRY_BYTES
  }

  get entryNumbers(): Iterable<number> {
    return this.#entries.keys()
  }

  has(entryNo: number): boolean {
    return this.#entries.has(entryNo)
  }

  /** @param packed see `packVectors`; empty for an entry that has no vector */
  add(entryNo: number, chunkId: string, packed: Uint8Array): void {
    this.remove(entryNo)
    const entry: IndexedEntry = { entryNo, chunkId, slots: [] }
    for (let start = 0; start + this.dimensions <= packed.length; start += this.dimensions) {
      const values = new Int8Array(packed.buffer, packed.byteOffset + start, this.dimensions)
      const slot = this.#free.pop() ?? this.#owners.length
      this.#owners[slot] = entry
      this.#write(slot, values)
      entry.slots.push(slot)
    }
    this.#entries.set(entryNo, entry)
    this.#byChunk.set(chunkId, entry)
  }

  remove(entryNo: number): void {
    const entry = this.#entries.get(entryNo)
    if (!entry) return
    this.#entries.delete(entryNo)
    if (this.#byChunk.get(entry.chunkId) === entry) this.#byChunk.delete(entry.chunkId)
    for (const slot of entry.slots) {
      this.#owners[slot] = null
      this.#free.push(slot)
    }
  }

  /** The vectors of an entry as a question's; undefined for an entry without any. */
  vectorsOf(chunkId: string): Int8Array[] | undefined {
    return this.#byChunk.get(chunkId)?.slots.map((slot) => this.#valuesAt(slot))
  }

  /** The entry numbers with the nearest vectors, the nearest first, and their similarity beside that of `chunkIds`. */
  compare(
    vector: ArrayLike<number>,
    options: { nearest: number; chunkIds: Iterable<string> },
  ): SemanticSimilarities & { entryNumbers: number[] } {
    const { nearest, chunkIds } = options
    if (vector.length !== this.dimensions) return { entryNumbers: [], cosines: new Map(), unrelated: 0 }
    const asked = this.#asked(vector)
    const entries = new Map<IndexedEntry, number>()
    for (const slot of this.#promising(asked, 4 * nearest)) {
      const owner = this.#owners[slot]
      if (owner && !entries.has(owner)) entries.set(owner, this.#similarity(asked, owner.slots))
    }
    const found = [...entries].sort((left, right) => right[1] - left[1]).slice(0, nearest)
    const cosines = new Map(found.map(([{ chunkId }, cosine]) => [chunkId, cosine]))
    for (const chunkId of chunkIds) {
      const entry = this.#byChunk.get(chunkId)
      if (entry?.slots.length && !cosines.has(chunkId)) cosines.set(chunkId, this.#similarity(asked, entry.slots))
    }
    return { entryNumbers: found.map(([{ entryNo }]) => entryNo), cosines, unrelated: this.#unrelatedCosine(asked) }
  }

  /** Cosine of an entry with a question, without the entry's vector at `withheld`; undefined without a vector. */
  cosineWithout(vector: ArrayLike<number>, chunkId: string, withheld: number): number | undefined {
    const entry = this.#byChunk.get(chunkId)
    const slots = entry?.slots.filter((_, index) => index !== withheld) ?? []
    return slots.length ? this.#similarity(this.#asked(vector), slots) : undefined
  }

  #asked(vector: ArrayLike<number>): AskedVector {
    const values = quantize(vector)
    return { values, signs: this.#signsOf(values), norm: Math.hypot(...values) }
  }

  #unrelatedCosine(asked: AskedVector): number {
    const step = Math.max(1, Math.floor(this.#owners.length / SAMPLE_SIZE))
    const sample: number[] = []
    for (let slot = 0; slot < this.#owners.length; slot += step) {
      const owner = this.#owners[slot]
      // Each entry once, by its first vector.
      if (owner && (step > 1 || owner.slots[0] === slot)) sample.push(this.#similarity(asked, owner.slots))
    }
    const lower = sample.sort((left, right) => left - right).slice(0, Math.ceil(sample.length / 2))
    return lower.length ? lower.reduce((sum, value) => sum + value, 0) / lower.length : 0
  }

  #promising(asked: AskedVector, count: number): number[] {
    const total = this.#owners.length
    if (total <= COMPARED_VECTORS) return Array.from({ length: total }, (_, slot) => slot)
    const slots = new Float64Array(total)
    const equal = new Float64Array(total)
    for (let slot = 0; slot < total; slot++) {
      slots[slot] = slot
      equal[slot] = -this.#differingSigns(asked, slot)
    }
    return highest(slots, equal, count)
  }

  #differingSigns({ signs }: AskedVector, slot: number): number {
    const page = this.#pages[Math.floor(slot / PAGE_VECTORS)]!
    const start = (slot % PAGE_VECTORS) * this.#words
    let different = 0
    for (let word = 0; word < this.#words; word++) different += bitCount(page.signs[start + word]! ^ signs[word]!)
    return different
  }

  #similarity({ values, norm }: AskedVector, slots: readonly number[]): number {
    const cosines: number[] = []
    for (const slot of slots) {
      const page = this.#pages[Math.floor(slot / PAGE_VECTORS)]!
      const start = (slot % PAGE_VECTORS) * this.dimensions
      let product = 0
      for (let index = 0; index < values.length; index++) product += values[index]! * page.values[start + index]!
      cosines.push(product / (norm * page.norms[slot % PAGE_VECTORS]! || 1))
    }
    const [best = -1, ...others] = cosines.sort((left, right) => right - left)
    const nearest = [best, ...others.slice(0, NEAREST_VECTORS - 1)]
    return (best + nearest.reduce((sum, cosine) => sum + cosine, 0) / nearest.length) / 2
  }

  #valuesAt(slot: number): Int8Array {
    const start = (slot % PAGE_VECTORS) * this.dimensions
    return this.#pages[Math.floor(slot / PAGE_VECTORS)]!.values.subarray(start, start + this.dimensions)
  }

  #write(slot: number, values: Int8Array): void {
    const pageNumber = Math.floor(slot / PAGE_VECTORS)
    const page = this.#pages[pageNumber] ?? {
      values: new Int8Array(PAGE_VECTORS * this.dimensions),
      signs: new Uint32Array(PAGE_VECTORS * this.#words),
      norms: new Float32Array(PAGE_VECTORS),
    }
    this.#pages[pageNumber] = page
    const index = slot % PAGE_VECTORS
    page.values.set(values, index * this.dimensions)
    page.signs.set(this.#signsOf(values), index * this.#words)
    page.norms[index] = Math.hypot(...values)
  }

  #signsOf(values: Int8Array): Uint32Array {
    const signs = new Uint32Array(this.#words)
    for (let index = 0; index < values.length; index++) {
      if (values[index]! > 0) signs[index >>> 5]! |= 1 << (index & 31)
    }
    return signs
  }
}
