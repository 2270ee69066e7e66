import { type ChangeObject, diffArrays } from 'diff'

/** A stretch of text that both have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** A text with more changes is compared by lines, and by those no further. */
const MAX_CHANGES = 800

const words = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
const lines = (text: string): string[] => text.split(/(?<=\n)/u)

/** Joins neighboring changes, removed text first. White space alone does not separate them. */
function joinChanges(changes: ChangeObject<string[]>[]): DiffPart[] {
  const parts: DiffPart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed) parts.push({ kind: 'removed', text: removed })
    if (added) parts.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  changes.forEach((change, index) => {
    const text = change.value.join('')
    const isSame = !change.removed && !change.added
    if (isSame && (text.trim() || index === 0 || index === changes.length - 1)) {
      flush()
      parts.push({ kind: 'same', text })
      return
    }
    if (!change.added) removed += text
    if (!change.removed) added += text
  })
  flush()
  return parts
}

/** Word-level diff of two texts in any script: removed and inserted parts. */
export function diffText(before: string, after: string): DiffPart[] {
  for (const split of [words, lines]) {
    const changes = diffArrays(split(before), split(after), { maxEditLength: MAX_CHANGES })
    if (changes) return joinChanges(changes)
  }
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
}
