/**
 * Cuts a text that comes in pieces into sentences, each with the citation marks that stand right behind it and the white
 * space that follows. What the pieces end in the middle of waits for more.
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

const BOUNDARY =
  /(?:[.!?](?:\*\*|["”'’)])*(?:\s*\[\d[\d\s,]*\])*[.!?]?[^\S\n]+(?=[^\s[])|[。！？](?:\s*\[\d[\d\s,]*\])*(?=[^\s[])|\n+(?=\S))/gu
/** A list number or a common abbreviation ends no sentence. */
const NO_END = /(?:^|\n)\s*\d{1,2}[.)]\s+$|\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|no|approx|incl|z\.b|bzw|ca)\.\s+$/i

function sentenceEnd(text: string): number | null {
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length
    if (!NO_END.test(text.slice(0, end))) return end
  }
  return null
}
