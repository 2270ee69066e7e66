import { CANDIDATES, SMALL_WORKSPACE, SYNONYM_WEIGHT } from './candidates.ts'
import { inverseDocumentFrequency } from './formulas.ts'
import { HeldVocabulary } from './held-vocabulary.ts'
import { highest } from './highest.ts'
import { entryImpacts } from './impacts.ts'
import type { PreparedEntry } from './prepared.ts'
import type { AskedQuestion } from './rank/question.ts'

/** An impact is a smallint, and never below 0: the bits it takes, and those bits. */
const IMPACT_BITS = 15
const IMPACT = (1 << IMPACT_BITS) - 1

interface Sums {
  question: number
  alternatives: number
  withAlternatives: number
  body: number
  withBody: number
  phrasings: number
}

/**
 * The index of one workspace in memory: what the tables `search_entries`, `postings` and `vocabulary` say of it, with
 * exact statistics. It is filled from the same entries by the same functions, so that a question finds the same.
 */
export class HeldIndex {
  /** In how many entries each term occurs. */
  readonly documentFrequency = new Map<string, number>()
  readonly vocabulary = new HeldVocabulary()
  /** Words of all entries, counted as often as they occur: what the index weighs. */
  words = 0
  readonly #slots = new Map<number, number>()
  readonly #numbers: number[] = []
  readonly #entries: (PreparedEntry | null)[] = []
  /** For each term, slots with an impact each in one number: unsigned, so that 131,072 slots fit. */
  readonly #postings = new Map<string, number[]>()
  readonly #languages = new Map<string, number>()
  readonly #sums: Sums = { question: 0, alternatives: 0, withAlternatives: 0, body: 0, withBody: 0, phrasings: 0 }
  #scores = new Float64Array(0)

  get size(): number {
    return this.#slots.size
  }

  get numbers(): Iterable<number> {
    return this.#slots.keys()
  }

  has(entryNo: number): boolean {
    return this.#slots.has(entryNo)
  }

  /** The most frequent first. */
  get languages(): string[] {
    return [...this.#languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language)
  }

  /** Mean numbers of terms, as `averagesFrom` takes them. */
  get averages(): number[] {
    const { question, alternatives, withAlternatives, body, withBody, phrasings } = this.#sums
    return [
      question / Math.max(1, this.size),
      alternatives / Math.max(1, withAlternatives),
      body / Math.max(1, withBody),
      (question + alternatives) / Math.max(1, phrasings),
    ]
  }

  add(entryNo: number, prepared: PreparedEntry): void {
    if (this.#slots.has(entryNo)) return
    const slot = this.#entries.length
    this.#slots.set(entryNo, slot)
    this.#numbers.push(entryNo)
    this.#entries.push(prepared)
    const { impacts, vocabulary } = entryImpacts(prepared.entry)
    for (const [term, impact] of impacts) {
      const posting = ((slot << IMPACT_BITS) | impact) >>> 0
      const list = this.#postings.get(term)
      if (list) list.push(posting)
      else this.#postings.set(term, [posting])
    }
    for (const [word, term] of vocabulary) this.vocabulary.add(word, term)
    this.#count(prepared, 1)
  }

  remove(entryNo: number): void {
    const slot = this.#slots.get(entryNo)
    const prepared = slot === undefined ? null : this.#entries[slot]
    if (slot === undefined || !prepared) return
    this.#slots.delete(entryNo)
    this.#entries[slot] = null
    const { impacts, vocabulary } = entryImpacts(prepared.entry)
    for (const term of impacts.keys()) {
      const kept = this.#postings.get(term)?.filter((posting) => posting >>> IMPACT_BITS !== slot) ?? []
      if (kept.length) this.#postings.set(term, kept)
      else this.#postings.delete(term)
    }
    for (const [word, term] of vocabulary) this.vocabulary.remove(word, term)
    this.#count(prepared, -1)
  }

  /** How many places removed entries have left behind: a reason to build anew. */
  get holes(): number {
    return this.#entries.length - this.#slots.size
  }

  /** The entries worth ranking, the most promising first; all of them where they are few. */
  candidates(asked: AskedQuestion): PreparedEntry[] {
    if (this.size <= SMALL_WORKSPACE) return this.#entries.filter((entry) => entry !== null)
    if (this.#scores.length < this.#entries.length) this.#scores = new Float64Array(2 * this.#entries.length)
    const scores = this.#scores
    const touched: number[] = []
    const score = (term: string, weight: number) => {
      const list = this.#postings.get(term)
      if (!list) return
      const value = weight * inverseDocumentFrequency(list.length, this.size)
      for (let i = 0; i < list.length; i++) {
        const slot = list[i]! >>> IMPACT_BITS
        if (scores[slot] === 0) touched.push(slot)
        scores[slot]! += value * (list[i]! & IMPACT)
      }
    }
    for (const { term, weight } of asked.terms) score(term, weight)
    for (const term of asked.synonyms) score(term, SYNONYM_WEIGHT)
    const numbers = touched.map((slot) => this.#numbers[slot]!)
    const found = highest(
      numbers,
      touched.map((slot) => scores[slot]!),
      CANDIDATES,
    )
    for (const slot of touched) scores[slot] = 0
    return found.flatMap((entryNo) => this.#entries[this.#slots.get(entryNo)!] ?? [])
  }

  #count({ entry, words, alternatives, lengths }: PreparedEntry, sign: 1 | -1): void {
    const sums = this.#sums
    sums.question += sign * lengths.question
    sums.alternatives += sign * lengths.alternatives
    sums.withAlternatives += lengths.alternatives ? sign : 0
    sums.body += sign * lengths.body
    sums.withBody += lengths.body ? sign : 0
    sums.phrasings += sign * (1 + alternatives.length)
    this.words += sign * (lengths.question + lengths.alternatives + lengths.body)
    this.#languages.set(entry.language, (this.#languages.get(entry.language) ?? 0) + sign)
    if (!this.#languages.get(entry.language)) this.#languages.delete(entry.language)
    for (const term of new Set(words.map((word) => word.term))) {
      const frequency = (this.documentFrequency.get(term) ?? 0) + sign
      if (frequency) this.documentFrequency.set(term, frequency)
      else this.documentFrequency.delete(term)
    }
  }
}
