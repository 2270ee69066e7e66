/** A stretch of text that both have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Comparisons of words at most; a text that would need more is compared by lines, and by those no further. */
const MOST = 4_000_000

const words = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
const lines = (text: string): string[] => text.split(/(?<=\n)/u)

/** Longest common subsequence of the text between equal beginnings and ends. */
function compare(before: string[], after: string[]): DiffPart[] {
  const width = after.length + 1
  const longest = new Uint16Array((before.length + 1) * width)
  for (let index = before.length - 1; index >= 0; index--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[index * width + j] =
        before[index] === after[j]
          ? (longest[(index + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(index + 1) * width + j] ?? 0, longest[index * width + j + 1] ?? 0)
  const parts: DiffPart[] = []
  let index = 0
  let j = 0
  while (index < before.length || j < after.length) {
    const [old, fresh] = [before[index], after[j]]
    if (old !== undefined && old === fresh) {
      parts.push({ kind: 'same', text: old })
      index++
      j++
    } else if (
      fresh === undefined ||
      (old !== undefined && (longest[(index + 1) * width + j] ?? 0) >= (longest[index * width + j + 1] ?? 0))
    ) {
      parts.push({ kind: 'removed', text: old ?? '' })
      index++
    } else {
      parts.push({ kind: 'added', text: fresh })
      j++
    }
  }
  return parts
}

function between(before: string, after: string): DiffPart[] {
  for (const cut of [words, lines]) {
    const [a, b] = [cut(before), cut(after)]
    if (a.length * b.length <= MOST) return compare(a, b)
  }
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
}

/** Stretches that both have, and between them what was taken out before what was put in. A space alone parts nothing. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed) out.push({ kind: 'removed', text: removed })
    if (added) out.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  parts.forEach(({ kind, text }, index) => {
    const next = parts[index + 1]
    const apart = kind === 'same' && !(text.trim() === '' && (removed || added) && next && next.kind !== 'same')
    if (!apart) {
      if (kind !== 'added') removed += text
      if (kind !== 'removed') added += text
      return
    }
    if (text === '') return
    flush()
    const last = out.at(-1)
    if (last?.kind === 'same') last.text += text
    else out.push({ kind, text })
  })
  flush()
  return out
}

const commonLength = (left: readonly string[], right: readonly string[]): number => {
  let n = 0
  while (n < left.length && n < right.length && left[n] === right[n]) n++
  return n
}

/** Word-level diff of two texts in any script: removed and inserted parts. */
export function diffText(before: string, after: string): DiffPart[] {
  const [a, b] = [words(before), words(after)]
  const start = commonLength(a, b)
  const end = commonLength(a.slice(start).reverse(), b.slice(start).reverse())
  const inner = (tokens: string[]) => tokens.slice(start, tokens.length - end).join('')
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...between(inner(a), inner(b)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ])
}
