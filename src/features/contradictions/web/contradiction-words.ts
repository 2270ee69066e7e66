import type { ContradictingText, Contradiction, ContradictionState } from '../contract.ts'

export const CONTRADICTIONS_PATH = '/knowledge/contradictions'
export const STATE_LABELS: Record<ContradictionState, string> = { open: 'Open', dismissed: 'Dismissed' }

/** Text of an empty list. */
export const EMPTY_STATE_TEXTS: Record<ContradictionState, { title: string; message: string }> = {
  open: {
    title: 'No contradictions found',
    message:
      'Published FAQs and sources are compared whenever they change. Only plain differences are shown: numbers, dates, addresses, or a yes and a no. Different wording alone is not. Measured in English and German; in other languages only numbers, dates and addresses are compared.',
  },
  dismissed: {
    title: 'No dismissed pairs',
    message: 'Pairs that do not contradict each other are kept here.',
  },
}

/** Description of the kind of difference, above both texts. */
export const DIFFERENCE_LABELS: Record<Contradiction['kind'], string> = {
  value: 'Different numbers or dates',
  contact: 'Different ways to get in touch',
  negation: 'Only one of the two is negated',
  opposite: 'Opposite statements',
  answer: 'One says yes, the other no',
}

/** Path of the page where the text can be edited. */
export const editingPath = ({ kind, id, title }: ContradictingText): string =>
  kind === 'faq' ? `/pages?faq=${id}` : `/knowledge?${new URLSearchParams({ tab: 'content', q: title.slice(0, 200) })}`

/** A sentence in parts, of which every other one differs from the other text: from the second on. */
export function sentenceParts({ sentence, marks }: Pick<ContradictingText, 'sentence' | 'marks'>): string[] {
  const textParts: string[] = []
  let position = 0
  for (const [from, to] of marks.toSorted(([a], [b]) => a - b)) {
    if (from < position || to <= from || to > sentence.length) continue
    textParts.push(sentence.slice(position, from), sentence.slice(from, to))
    position = to
  }
  return [...textParts, sentence.slice(position)]
}
