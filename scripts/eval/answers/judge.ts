import type { AskedItem } from './answer-set.ts'

export type Verdict = 'right' | 'partly' | 'wrong'

/** A text as it is read: without emphasis marks, link targets and typographic variants. */
const readable = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|\b_|_\b/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

function matches(pattern: string, text: string): boolean {
  const expression = new RegExp(pattern, 'isu')
  return expression.test(readable(text)) || expression.test(text)
}

/** True when a text states everything that a right answer has to, and nothing that it must not. */
export const holdsFacts = ({ facts = [], never = [] }: AskedItem, text: string): boolean =>
  facts.every((group) => group.some((pattern) => matches(pattern, text))) &&
  !never.some((pattern) => matches(pattern, text))

/** Judges an answer from a source. Any answer to a near miss or a far question is wrong. */
export function judgeAnswer(item: AskedItem, answer: string, sources: readonly string[]): Verdict {
  if (item.kind === 'near' || item.kind === 'far')
    return item.facts?.length && holdsFacts(item, answer) ? 'right' : 'wrong'
  if (item.never?.some((pattern) => matches(pattern, answer))) return 'wrong'
  const met = (item.facts ?? []).filter((group) => group.some((pattern) => matches(pattern, answer))).length
  const isFrom = sources.some((source) => item.source?.some((pattern) => matches(pattern, source)))
  if (met === item.facts?.length) return isFrom ? 'right' : 'wrong'
  return met > 0 && isFrom ? 'partly' : 'wrong'
}
