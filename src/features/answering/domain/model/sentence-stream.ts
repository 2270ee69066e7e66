import { CITATION_MARK } from './citations.ts'

/**
 * Cuts a text that comes in pieces into sentences, each with the citation marks right behind it and the white space that
 * follows. What the pieces end in the middle of waits for more.
 */
export class SentenceStream {
  #pending = ''

  /** @returns the sentences completed by this piece */
  push(piece: string): string[] {
    this.#pending += piece
    const out: string[] = []
    for (;;) {
      const end = sentenceEnd(this.#pending)
      if (end === null) return out
      out.push(this.#pending.slice(0, end))
      this.#pending = this.#pending.slice(end)
    }
  }

  /** @returns what is left, as the last sentence, or '' */
  end(): string {
    const rest = this.#pending
    this.#pending = ''
    return rest
  }
}

const BOUNDARY = new RegExp(
  [
    String.raw`[.!?](?:\*\*|["”'’)])*(?:\s*${CITATION_MARK})*[.!?]?[^\S\n]+(?=[^\s[【])`,
    String.raw`[。！？](?:\s*${CITATION_MARK})*(?=[^\s[【])`,
    String.raw`\n+(?=\S)`,
  ].join('|'),
  'giu',
)
/** A list number, a common abbreviation or an initial ends no sentence. */
const NO_END =
  /(?:^|\s)\d{1,2}[.)]\s+$|(?:^|\s)\p{Lu}\.\s+$|\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|no|approx|incl|a\.m|p\.m|z\.b|bzw|ca)\.\s+$/iu

function sentenceEnd(text: string): number | null {
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length
    if (!NO_END.test(text.slice(0, end))) return end
  }
  return null
}
