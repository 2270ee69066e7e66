import { plural } from '../../../kernel/text.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import type { DoubtfulAnswer, DoubtfulState, Doubts } from '../contract.ts'

export const DOUBTFUL_ANSWERS = '/messages/doubtful'

export const STATE_LABELS: Record<DoubtfulState, string> = { open: 'Open', right: 'Marked right', resolved: 'Resolved' }

/** Text of an empty list. */
export const EMPTY_STATE_TEXTS: Record<DoubtfulState, { title: string; message: string }> = {
  open: {
    title: 'No doubtful answers',
    message:
      'Answers are listed here when a visitor votes that one did not help, asks again in other words, or asks for a person next.',
  },
  right: { title: 'No answers marked right', message: 'Answers that you mark as right are kept here.' },
  resolved: {
    title: 'Nothing is resolved yet',
    message:
      'After every change of your content the questions are asked again. Those that get another answer move here.',
  },
}

/** "2 visitors voted it down · 1 asked again in other words". */
export const whyDoubtful = ({ down_voted, rephrased, handed_off }: Doubts): string =>
  [
    down_voted > 0 && `${plural(down_voted, 'visitor')} voted that it did not help`,
    rephrased > 0 && `${plural(rephrased, 'visitor')} asked again in other words`,
    handed_off > 0 && `${plural(handed_off, 'visitor')} asked for a person`,
  ]
    .filter((reason) => reason !== false)
    .join(' · ')

/** Path of the page that manages a source: a FAQ in the list, a passage in the content of its source. */
export const sourcePath = ({ kind, id, title }: Pick<AnswerSource, 'kind' | 'id' | 'title'>): string =>
  kind === 'faq' ? `/pages?faq=${id}` : `/knowledge?${new URLSearchParams({ tab: 'content', q: title.slice(0, 200) })}`

/** Sentence on a settled answer, to be followed by its date. */
export function outcomeOf({ state, settled_by, answered_by }: DoubtfulAnswer): string {
  if (state === 'right') return settled_by ? `Marked right by ${settled_by}` : 'Marked right'
  return answered_by ? `Now answered by “${answered_by.title}”` : 'This answer is no longer given'
}
