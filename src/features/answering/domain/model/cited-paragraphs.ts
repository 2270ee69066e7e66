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

  constructor(passageCount: number) {
    this.#passages = passageCount
  }

  /** @returns the sentences whose citations are now known */
  push(sentence: string): CitedSentence[] {
    const releasedSentences = this.#beginsParagraph(sentence) ? this.end() : []
    this.#previous = sentence
    const cited = citedNumbers(sentence, this.#passages)
    this.#waiting.push(sentence)
    if (cited.length === 0) return releasedSentences
    this.#cited = cited
    return [...releasedSentences, ...this.#release()]
  }

  /** @returns the sentences that still wait, at the end of their paragraph */
  end(): CitedSentence[] {
    const releasedSentences = this.#release()
    this.#cited = []
    return releasedSentences
  }

  #release(): CitedSentence[] {
    const releasedSentences = this.#waiting.map((text) => ({ text, cited: this.#cited }))
    this.#waiting = []
    return releasedSentences
  }

  #beginsParagraph(sentence: string): boolean {
    if (!ENDS_BLOCK.test(this.#previous)) return false
    const continuesList = LIST_ITEM.test(this.#previous) || /[:：]\s*$/u.test(this.#previous)
    return !(continuesList && LIST_ITEM.test(sentence))
  }
}
