import { bitCount } from '../bit-count.ts'
import { highestKeys } from '../rank/highest.ts'
import { quantize } from './vector-bytes.ts'

/** Vectors in one page of memory. */
const PAGE_VECTORS = 512
/** Up to this many vectors all are compared; of more, those that differ in the fewest signs. */
const COMPARED_VECTORS = 512
/** Entries from which the cosine of unrelated ones is estimated. */
const SAMPLE_SIZE = 256
/** Weight of everyday questions in that estimate, as a number of entries: a workspace of one has nothing unrelated. */
const EVERYDAY_ENTRIES = 2
const WORD_BITS = 32
/** Vectors of an entry whose mean is half of its similarity: several near phrasings say more than one. */
const NEAREST_VECTORS = 3
/** Overhead of an entry in bytes: its record, its identifier, and two places in maps. */
const ENTRY_BYTES = 300

/** Similarities of a question's vector to those of entries. */
export interface SemanticSimilarities {
  /** Cosine by chunk id, of several vectors see `VectorIndex`; entries without a vector are missing. */
  cosines: ReadonlyMap<string, number>
  /** The question's cosine with an unrelated entry: the mean of the lower half, and of everyday questions. */
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

interface VectorPage {
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
  readonly #pages: VectorPage[] = []
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
    const pageBytes = PAGE_VECTORS * (this.dimensions + 4 * this.#words + 4)
    return this.#pages.length * pageBytes + this.#entries.size * ENTRY_BYTES
  }

  get entryNumbers(): Iterable<number> {
    return this.#entries.keys()
  }

  has(entryNo: number): boolean {
    return this.#entries.has(entryNo)
  }

  /** @param packedVectors see `packVectors`; empty for an entry that has no vector */
  add(entryNo: number, chunkId: string, packedVectors: Uint8Array): void {
    this.remove(entryNo)
    const indexedEntry: IndexedEntry = { entryNo, chunkId, slots: [] }
    for (let vectorStart = 0; vectorStart + this.dimensions <= packedVectors.length; vectorStart += this.dimensions) {
      const vectorBytes = new Int8Array(packedVectors.buffer, packedVectors.byteOffset + vectorStart, this.dimensions)
      const slot = this.#free.pop() ?? this.#owners.length
      this.#owners[slot] = indexedEntry
      this.#write(slot, vectorBytes)
      indexedEntry.slots.push(slot)
    }
    this.#entries.set(entryNo, indexedEntry)
    this.#byChunk.set(chunkId, indexedEntry)
  }

  remove(entryNo: number): void {
    const indexedEntry = this.#entries.get(entryNo)
    if (!indexedEntry) return
    this.#entries.delete(entryNo)
    if (this.#byChunk.get(indexedEntry.chunkId) === indexedEntry) this.#byChunk.delete(indexedEntry.chunkId)
    for (const slot of indexedEntry.slots) {
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
    askedVector: ArrayLike<number>,
    searchOptions: { nearest: number; chunkIds: Iterable<string>; everyday?: number },
  ): SemanticSimilarities & { entryNumbers: number[] } {
    const { nearest, chunkIds, everyday } = searchOptions
    if (askedVector.length !== this.dimensions) return { entryNumbers: [], cosines: new Map(), unrelated: 0 }
    const quantizedVector = this.#asked(askedVector)
    const similarityByEntry = new Map<IndexedEntry, number>()
    for (const slot of this.#promising(quantizedVector, 4 * nearest)) {
      const slotOwner = this.#owners[slot]
      if (slotOwner && !similarityByEntry.has(slotOwner))
        similarityByEntry.set(slotOwner, this.#similarity(quantizedVector, slotOwner.slots))
    }
    const nearestEntries = [...similarityByEntry]
      .sort((leftSimilarity, rightSimilarity) => rightSimilarity[1] - leftSimilarity[1])
      .slice(0, nearest)
    const cosines = new Map(nearestEntries.map(([{ chunkId }, cosine]) => [chunkId, cosine]))
    for (const chunkId of chunkIds) {
      const indexedEntry = this.#byChunk.get(chunkId)
      if (indexedEntry?.slots.length && !cosines.has(chunkId))
        cosines.set(chunkId, this.#similarity(quantizedVector, indexedEntry.slots))
    }
    return {
      entryNumbers: nearestEntries.map(([{ entryNo }]) => entryNo),
      cosines,
      unrelated: this.#unrelatedCosine(quantizedVector, everyday),
      ...(everyday !== undefined && { everyday }),
    }
  }

  /** Cosine of an entry with a question, without the entry's vector at `withheld`; undefined without a vector. */
  cosineWithout(askedVector: ArrayLike<number>, chunkId: string, withheld: number): number | undefined {
    const indexedEntry = this.#byChunk.get(chunkId)
    const remainingSlots = indexedEntry?.slots.filter((_, vectorPosition) => vectorPosition !== withheld) ?? []
    return remainingSlots.length ? this.#similarity(this.#asked(askedVector), remainingSlots) : undefined
  }

  #asked(askedVector: ArrayLike<number>): AskedVector {
    const vectorBytes = quantize(askedVector)
    return { values: vectorBytes, signs: this.#signsOf(vectorBytes), norm: Math.hypot(...vectorBytes) }
  }

  #unrelatedCosine(quantizedVector: AskedVector, everyday?: number): number {
    const sampleStep = Math.max(1, Math.floor(this.#owners.length / SAMPLE_SIZE))
    const sampledCosines: number[] = []
    for (let slot = 0; slot < this.#owners.length; slot += sampleStep) {
      const slotOwner = this.#owners[slot]
      // Each entry once, by its first vector.
      if (slotOwner && (sampleStep > 1 || slotOwner.slots[0] === slot))
        sampledCosines.push(this.#similarity(quantizedVector, slotOwner.slots))
    }
    const lowerCosines = sampledCosines
      .sort((leftSimilarity, rightSimilarity) => leftSimilarity - rightSimilarity)
      .slice(0, Math.ceil(sampledCosines.length / 2))
    const everydayWeight = everyday === undefined ? 0 : EVERYDAY_ENTRIES
    const cosineSum = lowerCosines.reduce((sum, cosine) => sum + cosine, everydayWeight * (everyday ?? 0))
    return cosineSum / (lowerCosines.length + everydayWeight || 1)
  }

  #promising(quantizedVector: AskedVector, wantedCount: number): number[] {
    const slotCount = this.#owners.length
    if (slotCount <= COMPARED_VECTORS) return Array.from({ length: slotCount }, (_, slot) => slot)
    const comparedSlots = new Float64Array(slotCount)
    const equalSigns = new Float64Array(slotCount)
    for (let slot = 0; slot < slotCount; slot++) {
      comparedSlots[slot] = slot
      equalSigns[slot] = -this.#differingSigns(quantizedVector, slot)
    }
    return highestKeys(comparedSlots, equalSigns, wantedCount)
  }

  #differingSigns({ signs }: AskedVector, slot: number): number {
    const vectorPage = this.#pages[Math.floor(slot / PAGE_VECTORS)]!
    const signStart = (slot % PAGE_VECTORS) * this.#words
    let different = 0
    for (let signWord = 0; signWord < this.#words; signWord++)
      different += bitCount(vectorPage.signs[signStart + signWord]! ^ signs[signWord]!)
    return different
  }

  #similarity({ values, norm }: AskedVector, comparedSlots: readonly number[]): number {
    const cosines: number[] = []
    for (const slot of comparedSlots) {
      const vectorPage = this.#pages[Math.floor(slot / PAGE_VECTORS)]!
      const vectorStart = (slot % PAGE_VECTORS) * this.dimensions
      let dotProduct = 0
      for (let componentIndex = 0; componentIndex < values.length; componentIndex++)
        dotProduct += values[componentIndex]! * vectorPage.values[vectorStart + componentIndex]!
      cosines.push(dotProduct / (norm * vectorPage.norms[slot % PAGE_VECTORS]! || 1))
    }
    const [best = -1, ...others] = cosines.sort((leftCosine, rightCosine) => rightCosine - leftCosine)
    const nearestCosines = [best, ...others.slice(0, NEAREST_VECTORS - 1)]
    return (best + nearestCosines.reduce((cosineSum, cosine) => cosineSum + cosine, 0) / nearestCosines.length) / 2
  }

  #valuesAt(slot: number): Int8Array {
    const vectorStart = (slot % PAGE_VECTORS) * this.dimensions
    return this.#pages[Math.floor(slot / PAGE_VECTORS)]!.values.subarray(vectorStart, vectorStart + this.dimensions)
  }

  #write(slot: number, vectorBytes: Int8Array): void {
    const pageNumber = Math.floor(slot / PAGE_VECTORS)
    const vectorPage = this.#pages[pageNumber] ?? {
      values: new Int8Array(PAGE_VECTORS * this.dimensions),
      signs: new Uint32Array(PAGE_VECTORS * this.#words),
      norms: new Float32Array(PAGE_VECTORS),
    }
    this.#pages[pageNumber] = vectorPage
    const slotInPage = slot % PAGE_VECTORS
    vectorPage.values.set(vectorBytes, slotInPage * this.dimensions)
    vectorPage.signs.set(this.#signsOf(vectorBytes), slotInPage * this.#words)
    vectorPage.norms[slotInPage] = Math.hypot(...vectorBytes)
  }

  #signsOf(vectorBytes: Int8Array): Uint32Array {
    const signBits = new Uint32Array(this.#words)
    for (let componentIndex = 0; componentIndex < vectorBytes.length; componentIndex++) {
      if (vectorBytes[componentIndex]! > 0) signBits[componentIndex >>> 5]! |= 1 << (componentIndex & 31)
    }
    return signBits
  }
}
