/**
 * Parts of a model's output that no visitor sees: thoughts and calls of tools, in the forms of common models. `open` and
 * `close` delimit a part; a part that is not closed extends to the end.
 */
const HIDDEN_TAGS =
  'think|thinking|thought|reasoning|reflection|scratchpad|tool|tools|tool_?calls?|tool_?use|tool_?results?|tool_?response|function|function_?calls?|invoke'
const HIDDEN_PARTS = [
  {
    open: new RegExp(`<(?:[a-z]+:)?(?:${HIDDEN_TAGS})(?:[\\s=][^>]*)?>`, 'i'),
    close: new RegExp(`</(?:[a-z]+:)?(?:${HIDDEN_TAGS})\\s*>`, 'i'),
  },
  { open: /<\|(?:start|channel)\|>/i, close: /final\s*<\|message\|>|<\|end\|>/i },
  { open: /<\|python_tag\|>|<\|tool[^|>]*\|>/i, close: /<\|(?:eom|eot)_id\|>|<\|tool[^|>]*end\|>/i },
  { open: /\[TOOL_CALLS\]/, close: /\n\s*\n/ },
  { open: /```(?:tool_code|tool_call|tool_use|tool_outputs?)\b/i, close: /```/ },
] as const
const [{ close: STRAY_CLOSE }] = HIDDEN_PARTS
const SPECIAL_TOKEN = /<\|[^|>\n]{1,40}\|>/g

/** The longest end of a text that may be the beginning of an opening or closing mark. */
const MAX_MARK = 200
const UNFINISHED_MARK = /(?:<[^>]*|\[[A-Z_]*|`{1,3}[a-z_]*)$/i

/**
 * Lets the part of a streamed output through that visitors may see. Marks may be split over pieces.
 */
export class VisibleOutput {
  #pending = ''
  #close: RegExp | null = null
  /** True after a thought ended whose beginning was not marked: everything let through before belonged to it. */
  startsOver = false

  /** @returns the visible text that this piece completes */
  push(outputPiece: string): string {
    this.#pending += outputPiece
    this.startsOver = false
    let visibleText = ''
    for (;;) {
      if (this.#close) {
        const closingMatch = this.#close.exec(this.#pending)
        if (!closingMatch) {
          this.#pending = this.#pending.slice(-MAX_MARK)
          return visibleText
        }
        this.#pending = this.#pending.slice(closingMatch.index + closingMatch[0].length)
        this.#close = null
      }
      const hiddenPart = firstHidden(this.#pending)
      const strayMatch = STRAY_CLOSE.exec(this.#pending)
      if (strayMatch && (!hiddenPart || strayMatch.index < hiddenPart.index)) {
        this.startsOver = true
        visibleText = ''
        this.#pending = this.#pending.slice(strayMatch.index + strayMatch[0].length)
      } else if (hiddenPart) {
        visibleText += this.#pending.slice(0, hiddenPart.index)
        this.#pending = this.#pending.slice(hiddenPart.index + hiddenPart.length)
        this.#close = hiddenPart.close
      } else {
        const unfinishedMark = unfinishedLength(this.#pending)
        const visibleEnd = this.#pending.length - unfinishedMark
        visibleText += this.#pending.slice(0, visibleEnd)
        this.#pending = this.#pending.slice(visibleEnd)
        return visibleText.replace(SPECIAL_TOKEN, '')
      }
    }
  }

  /** @returns the rest of the visible text, or '' */
  end(): string {
    const remainingText = this.#close ? '' : this.#pending
    this.#pending = ''
    return remainingText.replace(SPECIAL_TOKEN, '')
  }
}

function firstHidden(pendingText: string): { index: number; length: number; close: RegExp } | null {
  const hiddenParts = HIDDEN_PARTS.flatMap(({ open, close }) => {
    const openingMatch = open.exec(pendingText)
    return openingMatch ? [{ index: openingMatch.index, length: openingMatch[0].length, close }] : []
  })
  return hiddenParts.toSorted((leftPart, rightPart) => leftPart.index - rightPart.index)[0] ?? null
}

function unfinishedLength(pendingText: string): number {
  const markLength = UNFINISHED_MARK.exec(pendingText)?.[0].length ?? 0
  return markLength <= MAX_MARK ? markLength : 0
}
