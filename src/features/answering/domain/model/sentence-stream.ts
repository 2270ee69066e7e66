import { CITATION_MARK } from './citations.ts'

/**
 * Cuts a text that comes in pieces into sentences, each with the citation marks right behind it and the white space that
 * follows. What the pieces end in the middle of waits for more.
 */
export class SentenceStream {
  #pending = ''

  /** @returns the sentences completed by this piece */
  push(textPiece: string): string[] {
    this.#pending += textPiece
    const finishedSentences: string[] = []
    for (;;) {
      const endOffset = sentenceEnd(this.#pending)
      if (endOffset === null) return finishedSentences
      finishedSentences.push(this.#pending.slice(0, endOffset))
      this.#pending = this.#pending.slice(endOffset)
    }
  }

  /** @returns what is left, as the last sentence, or '' */
  end(): string {
    const remainingText = this.#pending
    this.#pending = ''
    return remainingText
  }
}

const SENTENCE_BOUNDARY = new RegExp(
  [
    String.raw`[.!?](?:\*\*|["”'’)])*(?:\s*${CITATION_MARK})*[.!?]?[^\S\n]+(?=[^\s[【])`,
    String.raw`[。！？](?:\s*${CITATION_MARK})*(?=[^\s[【])`,
    String.raw`\n+(?=\S)`,
  ].join('|'),
  'giu',
)
/** A list number, a common abbreviation or an initial ends no sentence. */
const UNFINISHED_SENTENCE =
  /(?:^|\s)\d{1,2}[.)]\s+$|(?:^|\s)\p{Lu}\.\s+$|\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|no|approx|incl|a\.m|p\.m|z\.b|bzw|ca)\.\s+$/iu

function sentenceEnd(pendingText: string): number | null {
  for (const boundaryMatch of pendingText.matchAll(SENTENCE_BOUNDARY)) {
    const endOffset = boundaryMatch.index + boundaryMatch[0].length
    if (!UNFINISHED_SENTENCE.test(pendingText.slice(0, endOffset))) return endOffset
  }
  return null
}
