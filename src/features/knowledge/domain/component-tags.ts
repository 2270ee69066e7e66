const TAG_START = /<\/?[A-Z][\w.]{0,60}(?=[\s/>])/gu
const MAX_LENGTH = 10_000
const MAX_DEPTH = 12

/** Removes the tags of components (`<Tabs items={[{ label: 'a' }]}>`) from MDX, and keeps what is between them. */
export function withoutComponents(mdxText: string): string {
  let keptText = ''
  let copiedUntil = 0
  for (const tagMatch of mdxText.matchAll(TAG_START)) {
    if (tagMatch.index < copiedUntil) continue
    const tagEnd = findTagEnd(mdxText, tagMatch.index + tagMatch[0].length)
    if (tagEnd === null) continue
    keptText += mdxText.slice(copiedUntil, tagMatch.index)
    copiedUntil = tagEnd
  }
  return keptText + mdxText.slice(copiedUntil)
}

/** The position after the tag's closing sign; null where the signs do not make a tag. */
function findTagEnd(mdxText: string, startOffset: number): number | null {
  let braceDepth = 0
  let openQuote = ''
  const searchEnd = Math.min(mdxText.length, startOffset + MAX_LENGTH)
  for (let position = startOffset; position < searchEnd; position += 1) {
    const character = mdxText[position]!
    if (openQuote !== '') {
      if (character === openQuote) openQuote = ''
    } else if (character === '{') {
      braceDepth += 1
      if (braceDepth > MAX_DEPTH) return null
    } else if (character === '}') braceDepth -= 1
    else if (braceDepth > 0) continue
    else if (character === '>') return position + 1
    else if (character === '"' || character === "'") openQuote = character
    else if (character === '<') return null
  }
  return null
}
