import { citedNumbers } from './citations.ts'

export interface CitedSentence {
  text: string
  /** Numbers of the passages that it rests on; empty when nothing near it cites any. */
  cited: number[]
}

const LIST_ITEM = /^\s*(?:[-*•]|\d{1,2}[.)])\s/u
const ENDS_BLOCK = /\n\s*\n\s*$/u

/**
 * Assigns citations to sentences. A citation covers the sentences before it in its paragraph, and those after the last
 * one; a list and the line that introduces it are one paragraph.
 */
export class CitedParagraphs {
  readonly #passages: number
  #waiting: string[] = []
  #cited: number[] = []
  #previous = ''

  constructor(passages: number) {
    this.#passages = passages
  }

  /** @returns the sentences whose citations are now known */
  push(text: string): CitedSentence[] {
    const released = this.#beginsParagraph(text) ? this.end() : []
    this.#previous = text
    const cited = citedNumbers(text, this.#passages)
    this.#waiting.push(text)
    if (cited.length === 0) return released
    this.#cited = cited
    return [...released, ...this.#release()]
  }

  /** @returns the sentences that still wait, at the end of their paragraph */
  end(): CitedSentence[] {
    const released = this.#release()
    this.#cited = []
    return released
  }

  #release(): CitedSentence[] {
    const released = this.#waiting.map((text) => ({ text, cited: this.#cited }))
    this.#waiting = []
    return released
  }

  #beginsParagraph(text: string): boolean {
    if (!ENDS_BLOCK.test(this.#previous)) return false
    const continuesList = LIST_ITEM.test(this.#previous) || /[:：]\s*$/u.test(this.#previous)
    return !(continuesList && LIST_ITEM.test(text))
  }
}
