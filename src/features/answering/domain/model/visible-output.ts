/**
 * Parts of a model's output that no visitor sees: thoughts and calls of tools, in the forms of common models. `open` and
 * `close` delimit a part; a part that is not closed extends to the end.
 */
const TAGS =
  'think|thinking|thought|reasoning|reflection|scratchpad|tool|tools|tool_?calls?|tool_?use|tool_?results?|tool_?response|function|function_?calls?|invoke'
const HIDDEN = [
  {
    open: new RegExp(`<(?:[a-z]+:)?(?:${TAGS})(?:[\\s=][^>]*)?>`, 'i'),
    close: new RegExp(`</(?:[a-z]+:)?(?:${TAGS})\\s*>`, 'i'),
  },
  { open: /<\|(?:start|channel)\|>/i, close: /final\s*<\|message\|>|<\|end\|>/i },
  { open: /<\|python_tag\|>|<\|tool[^|>]*\|>/i, close: /<\|(?:eom|eot)_id\|>|<\|tool[^|>]*end\|>/i },
  { open: /\[TOOL_CALLS\]/, close: /\n\s*\n/ },
  { open: /```(?:tool_code|tool_call|tool_use|tool_outputs?)\b/i, close: /```/ },
] as const
const [{ close: STRAY_CLOSE }] = HIDDEN
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
  push(piece: string): string {
    this.#pending += piece
    this.startsOver = false
    let visible = ''
    for (;;) {
      if (this.#close) {
        const end = this.#close.exec(this.#pending)
        if (!end) {
          this.#pending = this.#pending.slice(-MAX_MARK)
          return visible
        }
        this.#pending = this.#pending.slice(end.index + end[0].length)
        this.#close = null
      }
      const hidden = firstHidden(this.#pending)
      const stray = STRAY_CLOSE.exec(this.#pending)
      if (stray && (!hidden || stray.index < hidden.index)) {
        this.startsOver = true
        visible = ''
        this.#pending = this.#pending.slice(stray.index + stray[0].length)
      } else if (hidden) {
        visible += this.#pending.slice(0, hidden.index)
        this.#pending = this.#pending.slice(hidden.index + hidden.length)
        this.#close = hidden.close
      } else {
        const kept = unfinishedLength(this.#pending)
        const end = this.#pending.length - kept
        visible += this.#pending.slice(0, end)
        this.#pending = this.#pending.slice(end)
        return visible.replace(SPECIAL_TOKEN, '')
      }
    }
  }

  /** @returns the rest of the visible text, or '' */
  end(): string {
    const rest = this.#close ? '' : this.#pending
    this.#pending = ''
    return rest.replace(SPECIAL_TOKEN, '')
  }
}

function firstHidden(text: string): { index: number; length: number; close: RegExp } | null {
  const found = HIDDEN.flatMap(({ open, close }) => {
    const match = open.exec(text)
    return match ? [{ index: match.index, length: match[0].length, close }] : []
  })
  return found.toSorted((left, right) => left.index - right.index)[0] ?? null
}

function unfinishedLength(text: string): number {
  const length = UNFINISHED_MARK.exec(text)?.[0].length ?? 0
  return length <= MAX_MARK ? length : 0
}
