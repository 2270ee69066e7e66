const START = /<\/?[A-Z][\w.]{0,60}(?=[\s/>])/gu
const MAX_LENGTH = 10_000
const MAX_DEPTH = 12

/** Removes the tags of components (`<Tabs items={[{ label: 'a' }]}>`) from MDX, and keeps what is between them. */
export function withoutComponents(text: string): string {
  let out = ''
  let from = 0
  for (const match of text.matchAll(START)) {
    if (match.index < from) continue
    const end = endOfTag(text, match.index + match[0].length)
    if (end === null) continue
    out += text.slice(from, match.index)
    from = end
  }
  return out + text.slice(from)
}

/** The position after the tag's closing sign; null where the signs do not make a tag. */
function endOfTag(text: string, start: number): number | null {
  let depth = 0
  let quote = ''
  const limit = Math.min(text.length, start + MAX_LENGTH)
  for (let at = start; at < limit; at += 1) {
    const sign = text[at]!
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '{') {
      depth += 1
      if (depth > MAX_DEPTH) return null
    } else if (sign === '}') depth -= 1
    else if (depth > 0) continue
    else if (sign === '>') return at + 1
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '<') return null
  }
  return null
}
