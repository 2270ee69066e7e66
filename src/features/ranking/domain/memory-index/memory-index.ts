import type { IndexEntry } from '../entry.ts'
import { MAX_CANDIDATES, MAX_SMALL_WORKSPACE, SYNONYM_WEIGHT } from '../rank/candidates.ts'
import { inverseDocumentFrequency } from '../rank/formulas.ts'
import { highestKeys } from '../rank/highest.ts'
import { type PreparedEntry, prepareEntry } from '../rank/prepared.ts'
import type { AskedQuestion, Collection } from '../rank/question.ts'
import { Blocks, withRoomFor } from './blocks.ts'
import { entryImpacts } from './impacts.ts'
import { PackedEntries } from './packed-entries.ts'
import { IMPACT_BITS, IMPACT_MASK, TermTable } from './term-table.ts'
import { Vocabulary } from './vocabulary.ts'

interface LengthSums {
  question: number
  alternatives: number
  withAlternatives: number
  body: number
  withBody: number
  phrasings: number
}

/** Entries of one index: slots have 20 bits in a posting. */
export const MAX_ENTRIES = 1 << (32 - IMPACT_BITS)
/** Assumed number of terms in a sentence. */
const SENTENCE_LENGTH = 20
/** Bytes of a number's entry in the map. */
const NUMBER_BYTES = 40
/** Bytes of the empty object with its parts. */
const EMPTY_BYTES = 4_000

/** Scratch memory shared by all indexes: a question is finished before other code runs. */
let slotScores = new Float64Array(0)
let touchedSlots = new Uint32Array(0)

/**
 * The search index of one workspace in memory: its entries, their terms, and the vocabulary, with exact statistics.
 * Nearly all data is in a few large buffers. Adding or removing an entry costs time proportional to its length.
 */
export class MemoryIndex {
  readonly #blocks = new Blocks()
  readonly entries = new PackedEntries(this.#blocks)
  readonly #terms = new TermTable(this.#blocks)
  readonly vocabulary = new Vocabulary()
  readonly #slots = new Map<number, number>()
  /** The number of the entry in each slot. */
  #numbers = new Float64Array(16)
  /** The slots of all entries of a small workspace, where every question is compared with all of them. */
  #all: number[] | null = null
  readonly #languages = new Map<string, number>()
  readonly #sums: LengthSums = { question: 0, alternatives: 0, withAlternatives: 0, body: 0, withBody: 0, phrasings: 0 }

  get size(): number {
    return this.#slots.size
  }

  /** Memory in bytes. Includes the words' objects, although other indexes may share them. */
  get bytes(): number {
    const partBytes = this.#blocks.bytes + this.entries.bytes + this.#terms.bytes + this.vocabulary.bytes
    return EMPTY_BYTES + partBytes + this.#slots.size * NUMBER_BYTES + this.#numbers.byteLength
  }

  /** In how many entries each term occurs. */
  get documentFrequency(): Pick<ReadonlyMap<string, number>, 'get'> & Iterable<[string, number]> {
    return this.#terms
  }

  /** The numbers of its entries, in no order. */
  get numbers(): Iterable<number> {
    return this.#slots.keys()
  }

  has(entryNo: number): boolean {
    return this.#slots.has(entryNo)
  }

  /** The most frequent first. */
  get languages(): string[] {
    return [...this.#languages]
      .sort((leftEntry, rightEntry) => rightEntry[1] - leftEntry[1] || (leftEntry[0] < rightEntry[0] ? -1 : 1))
      .map(([language]) => language)
  }

  /** Mean numbers of terms: of alternatives and bodies, where there are any. Never 0. */
  get averages(): Collection['averages'] {
    const { question, alternatives, withAlternatives, body, withBody, phrasings } = this.#sums
    return {
      question: question / Math.max(1, this.size) || 1,
      alternatives: alternatives / Math.max(1, withAlternatives) || 1,
      body: body / Math.max(1, withBody) || 1,
      phrasing: (question + alternatives) / Math.max(1, phrasings) || 1,
      sentence: SENTENCE_LENGTH,
    }
  }

  /** The slots of the entries with these numbers, in this order; missing ones are left out. */
  slotsOf(entryNumbers: number[]): number[] {
    return entryNumbers.flatMap((entryNo) => this.#slots.get(entryNo) ?? [])
  }

  add(entryNo: number, prepared: PreparedEntry): void {
    if (this.#slots.has(entryNo)) return
    const slot = this.entries.add(prepared)
    this.#slots.set(entryNo, slot)
    this.#numbers = withRoomFor(this.#numbers, slot)
    this.#numbers[slot] = entryNo
    const { impacts, vocabulary } = entryImpacts(prepared)
    for (const [term, impact] of impacts) this.#terms.post(term, slot, impact)
    for (const [word, term] of vocabulary) this.vocabulary.add(word, term)
    this.#count(prepared, 1)
  }

  remove(entryNo: number): void {
    const slot = this.#slots.get(entryNo)
    if (slot === undefined) return
    const prepared = prepareEntry(this.entries.entry(slot))
    const { impacts, vocabulary } = entryImpacts(prepared)
    for (const term of impacts.keys()) this.#terms.unpost(term, slot)
    for (const [word, term] of vocabulary) this.vocabulary.remove(word, term)
    this.#count(prepared, -1)
    this.#slots.delete(entryNo)
    this.entries.remove(slot)
  }

  /** Calls `work` with the slot of an entry that is not part of the index, and removes it again. */
  withEntry<T>(temporaryEntry: IndexEntry, slotWork: (slot: number) => T): T {
    const slot = this.entries.add(prepareEntry(temporaryEntry))
    try {
      return slotWork(slot)
    } finally {
      this.entries.remove(slot)
    }
  }

  /** The slots of the entries worth ranking, the most promising first; of all, as they were written, where they are few. */
  candidates(askedQuestion: AskedQuestion): number[] {
    if (this.size > MAX_SMALL_WORKSPACE) return this.slotsOf(this.#promising(askedQuestion))
    this.#all ??= this.slotsOf([...this.#slots.keys()].sort((leftEntry, rightEntry) => leftEntry - rightEntry))
    return this.#all
  }

  #promising(askedQuestion: AskedQuestion): number[] {
    if (slotScores.length < this.entries.slots) {
      slotScores = new Float64Array(2 * this.entries.slots)
      touchedSlots = new Uint32Array(2 * this.entries.slots)
    }
    let touchedCount = 0
    const scoreTerm = (term: string, termWeight: number) => {
      const postingList = this.#terms.postings(term)
      if (!postingList) return
      const postingValue = termWeight * inverseDocumentFrequency(postingList.length, this.size)
      for (let postingIndex = 0; postingIndex < postingList.length; postingIndex++) {
        const slot = postingList[postingIndex]! >>> IMPACT_BITS
        if (slotScores[slot] === 0) touchedSlots[touchedCount++] = slot
        slotScores[slot]! += postingValue * (postingList[postingIndex]! & IMPACT_MASK)
      }
    }
    for (const { term, weight } of askedQuestion.terms) scoreTerm(term, weight)
    for (const term of askedQuestion.synonyms) scoreTerm(term, SYNONYM_WEIGHT)
    const candidateNumbers = new Float64Array(touchedCount)
    const reachedScores = new Float64Array(touchedCount)
    for (let touchedIndex = 0; touchedIndex < touchedCount; touchedIndex++) {
      const slot = touchedSlots[touchedIndex]!
      candidateNumbers[touchedIndex] = this.#numbers[slot]!
      reachedScores[touchedIndex] = slotScores[slot]!
      slotScores[slot] = 0
    }
    return highestKeys(candidateNumbers, reachedScores, MAX_CANDIDATES)
  }

  #count({ entry, words, alternatives, lengths }: PreparedEntry, countSign: 1 | -1): void {
    this.#all = null
    const lengthSums = this.#sums
    lengthSums.question += countSign * lengths.question
    lengthSums.alternatives += countSign * lengths.alternatives
    lengthSums.withAlternatives += lengths.alternatives ? countSign : 0
    lengthSums.body += countSign * lengths.body
    lengthSums.withBody += lengths.body ? countSign : 0
    lengthSums.phrasings += countSign * (1 + alternatives.length)
    this.#languages.set(entry.language, (this.#languages.get(entry.language) ?? 0) + countSign)
    if (!this.#languages.get(entry.language)) this.#languages.delete(entry.language)
    for (const term of new Set(words.map((word) => word.term))) this.#terms.count(term, countSign)
  }
}
