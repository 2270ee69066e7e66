export type MarkupInline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong'; children: MarkupInline[] }
  /** `href` begins with http:// or https:// and names a host without credentials. */
  | { kind: 'link'; href: string; text: string }

/** Reads `**bold**`, bare addresses and newlines of one paragraph or list item. */
export function parseInline(text: string): MarkupInline[] {
  const out: MarkupInline[] = []
  let position = 0
  for (const [from, to] of boldRanges(text)) {
    pushPlain(out, text.slice(position, from))
    const children: MarkupInline[] = []
    pushPlain(children, text.slice(from + 2, to))
    out.push({ kind: 'strong', children })
    position = to + 2
  }
  pushPlain(out, text.slice(position))
  return out
}

/** Matches pairs of `**`: the opening one is before a character, the closing one after one, with text in between. */
function boldRanges(text: string): [from: number, to: number][] {
  const marks: number[] = []
  for (let position = text.indexOf('**'); position !== -1; position = text.indexOf('**', position + 2))
    marks.push(position)
  const ranges: [number, number][] = []
  let opening: number | null = null
  for (const mark of marks) {
    const closes = opening !== null && mark > opening + 2 && isSolid(text[mark - 1])
    if (opening !== null && closes) {
      ranges.push([opening, mark])
      opening = null
    } else if (isSolid(text[mark + 2])) opening = mark
  }
  return ranges
}

const isSolid = (character: string | undefined) => character !== undefined && !/\s/u.test(character)

// An address ends at white space, quotes, angle brackets, a backslash (browsers read it as a slash) or bold.
const ADDRESS = /\bhttps?:\/\/(?:(?!\*\*)[^\s<>"'`\\])+/giu
const HOST = /^https?:\/\/(?:[\p{L}\p{N}]|\[[0-9a-f:.]+\])[^/?#@]*(?:[/?#]|$)/iu

function pushPlain(out: MarkupInline[], text: string): void {
  let position = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTrailingPunctuation(match[0])
    // "https://bank.example@evil.example" reads as the one and leads to the other.
    if (!HOST.test(address)) continue
    pushLines(out, text.slice(position, match.index))
    out.push({ kind: 'link', href: address, text: address })
    position = match.index + address.length
  }
  pushLines(out, text.slice(position))
}

function pushLines(out: MarkupInline[], text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) out.push({ kind: 'break' })
    if (line !== '') out.push({ kind: 'text', text: line })
  }
}

const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The sentence's full stop and a bracket that opened before the address are not part of it. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length
  while (end > 0) {
    const last = address[end - 1] ?? ''
    const opening = OPENING[last]
    const stray = opening === undefined ? /[.,;:!?*_…]/u.test(last) : !isBalanced(address, opening, last, end)
    if (!stray) break
    end -= 1
  }
  return address.slice(0, end)
}

function isBalanced(address: string, opening: string, closing: string, end: number): boolean {
  // Addresses are short; past this length a bracket at the end is never worth counting for.
  if (end > 2048) return false
  let depth = 0
  for (let index = 0; index < end; index += 1) {
    if (address[index] === opening) depth += 1
    else if (address[index] === closing) depth -= 1
  }
  return depth >= 0
}
