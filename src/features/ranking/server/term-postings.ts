import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { CANDIDATES, SYNONYM_WEIGHT } from '../domain/rank/candidates.ts'
import { inverseDocumentFrequency } from '../domain/rank/formulas.ts'
import { highest } from '../domain/rank/highest.ts'
import type { AskedQuestion } from '../domain/rank/question.ts'
import { list, rowsOf } from './statements.ts'

/** Postings read in one call: the rarest terms' come first, the most frequent terms' are left to the ranking. */
const POSTINGS_BUDGET = 30_000
/** A term in fewer entries than this is counted while asking; `refreshStatistics` keeps the count of the others. */
export const COUNTED_TERMS = 256
/** The rarest terms find what the others would; a long question must not cost more for it. */
const MAX_TERMS = 20
/** More than an impact can be: it is a smallint, and never below 0. */
const IMPACTS = 32_768
const POSTING_BYTES = 8
/** The share of entries taken to hold a stopword that was never counted. */
const STOPWORD_SHARE = 0.25

/** Index data for a question. */
export interface LookedUpTerms {
  /** Terms of its own words. */
  own: string[]
  /** Terms that may stand for them. */
  synonyms: string[]
  /** Terms that are only counted: no entry is found by them. */
  stops: string[]
}

interface FoundRow {
  place: number
  frequency: number | null
  /** Its postings, if they were read. */
  packed: Uint8Array | null
}

/** Data read from the index for one question: terms, their frequencies, and their entries. */
export class TermPostings {
  /** In how many entries each term occurs: exact for rare terms, as last refreshed for the others, 0 for none. */
  readonly frequencies = new Map<string, number>()
  readonly #packed = new Map<string, Uint8Array>()
  readonly #entries: number

  /** `entries`: how many the workspace has. */
  constructor(entries: number) {
    this.#entries = entries
  }

  /** Reads what is not known yet, in one round trip. */
  async lookUp(transaction: Tx, workspaceId: string, { own, synonyms, stops }: LookedUpTerms): Promise<void> {
    const fresh = (terms: string[]) => [...new Set(terms)].filter((term) => !this.frequencies.has(term))
    const ownTerms = fresh(own)
    const searched = [...new Set([...ownTerms, ...fresh(synonyms)])]
    const stopTerms = fresh(stops)
    const terms = [...searched, ...stopTerms]
    if (!terms.length) return
    const rows = await rowsOf<FoundRow>(
      transaction,
      sql`select place, frequency, packed from term_postings(${workspaceId}::uuid, ${list(terms)}::text[],
            ${ownTerms.length}::int, ${searched.length}::int, ${MAX_TERMS}::int,
            ${COUNTED_TERMS}::int, ${POSTINGS_BUDGET}::int)`,
    )
    for (const term of searched) this.frequencies.set(term, 0)
    for (const term of stopTerms) this.frequencies.set(term, Math.ceil(this.#entries * STOPWORD_SHARE))
    for (const { place, frequency, packed } of rows) {
      const term = terms[place - 1]!
      if (frequency !== null) this.frequencies.set(term, frequency)
      if (packed) this.#packed.set(term, packed)
    }
  }

  /** The numbers of the entries worth ranking, the most promising first. */
  candidates(asked: AskedQuestion): number[] {
    const scores = new Map<number, number>()
    for (const { term, weight } of asked.terms) this.#score(scores, term, weight)
    for (const term of asked.synonyms) this.#score(scores, term, SYNONYM_WEIGHT)
    return highest([...scores.keys()], [...scores.values()], CANDIDATES)
  }

  #score(scores: Map<number, number>, term: string, weight: number): void {
    const packed = this.#packed.get(term)
    if (!packed) return
    const value = weight * inverseDocumentFrequency(this.frequencies.get(term) ?? 0, this.#entries)
    const bytes = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
    for (let offset = 0; offset < bytes.byteLength; offset += POSTING_BYTES) {
      const low = bytes.getUint32(offset + 4)
      const impact = low % IMPACTS
      const entryNo = (bytes.getUint32(offset) * 2 ** 32 + low - impact) / IMPACTS
      scores.set(entryNo, (scores.get(entryNo) ?? 0) + value * impact)
    }
  }
}
