import { type ChangeObject, diffArrays } from 'diff'

/** A stretch of text that both have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** A text with more changes is compared by lines, and by those no further. */
const MAX_CHANGES = 800

const splitWords = (comparedText: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(comparedText)].map(({ segment }) => segment)
const splitLines = (comparedText: string): string[] => comparedText.split(/(?<=\n)/u)

/** Joins neighboring changes, removed text first. White space alone does not separate them. */
function joinChanges(arrayChanges: ChangeObject<string[]>[]): DiffPart[] {
  const diffParts: DiffPart[] = []
  let [removed, added] = ['', '']
  const flushChange = () => {
    if (removed) diffParts.push({ kind: 'removed', text: removed })
    if (added) diffParts.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  arrayChanges.forEach((arrayChange, index) => {
    const changedText = arrayChange.value.join('')
    const isUnchanged = !arrayChange.removed && !arrayChange.added
    if (isUnchanged && (changedText.trim() || index === 0 || index === arrayChanges.length - 1)) {
      flushChange()
      diffParts.push({ kind: 'same', text: changedText })
      return
    }
    if (!arrayChange.added) removed += changedText
    if (!arrayChange.removed) added += changedText
  })
  flushChange()
  return diffParts
}

/** Word-level diff of two texts in any script: removed and inserted parts. */
export function diffText(textBefore: string, textAfter: string): DiffPart[] {
  for (const splitText of [splitWords, splitLines]) {
    const arrayChanges = diffArrays(splitText(textBefore), splitText(textAfter), { maxEditLength: MAX_CHANGES })
    if (arrayChanges) return joinChanges(arrayChanges)
  }
  return [
    { kind: 'removed', text: textBefore },
    { kind: 'added', text: textAfter },
  ]
}
