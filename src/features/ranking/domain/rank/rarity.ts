import { backgroundShare } from '../text/background.ts'
import { inverseDocumentFrequency } from './formulas.ts'
import type { Collection } from './question.ts'

/** Weight of the language's word frequencies, as a number of entries, beside the workspace's own. */
const BACKGROUND_ENTRIES = 100

/** The idf of terms in a workspace, smoothed by how common they are in the language. */
export class Rarity {
  readonly #collection: Collection
  readonly #language: string
  /** The idf of a word that occurs nowhere. */
  readonly unseen: number

  constructor(collection: Collection, language: string) {
    this.#collection = collection
    this.#language = language
    this.unseen = this.#smoothed(0, backgroundShare('', language))
  }

  /** `assumedShare`: the share of entries taken to hold a term of which nothing is known. */
  of(term: string, assumedShare = 0): number {
    const { entries, documentFrequency, complete } = this.#collection
    const frequency = documentFrequency.get(term) ?? (complete ? 0 : entries * assumedShare)
    return this.#smoothed(frequency, backgroundShare(term, this.#language))
  }

  #smoothed(frequency: number, backgroundShare: number | undefined): number {
    const { entries } = this.#collection
    if (backgroundShare === undefined) return inverseDocumentFrequency(frequency, entries)
    const background = BACKGROUND_ENTRIES * backgroundShare
    return inverseDocumentFrequency(Math.min(frequency, entries) + background, entries + BACKGROUND_ENTRIES)
  }
}
