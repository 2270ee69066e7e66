import { plural } from '../../../kernel/text.ts'
import type { FaqStatus, ListedFaq, ManyOutcome } from '../contract.ts'

/** Bulk actions on FAQs. */
export const MANY_ACTIONS = ['publish', 'unpublish', 'archive', 'move', 'delete'] as const
export type ManyAction = (typeof MANY_ACTIONS)[number]

/** The transitions of a status: from which one (null: any other) to which. */
export const TRANSITIONS: Record<'publish' | 'unpublish' | 'archive', { from: FaqStatus | null; to: FaqStatus }> = {
  publish: { from: 'draft', to: 'published' },
  unpublish: { from: 'published', to: 'draft' },
  archive: { from: null, to: 'archived' },
}

/** Those that an action changes: what has the status or the category already is none of its business. */
export const concerned = <F extends Pick<ListedFaq, 'status' | 'category'>>(
  faqs: readonly F[],
  action: ManyAction,
  category?: string,
): F[] =>
  faqs.filter((faq) => {
    if (action === 'delete') return true
    if (action === 'move') return faq.category !== category
    const { from, to } = TRANSITIONS[action]
    return from === null ? faq.status !== to : faq.status === from
  })

const DONE: Record<ManyAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  archive: 'archived',
  move: 'moved',
  delete: 'deleted',
}

/** «1 FAQ», «10,000 FAQs» */
export const faqCount = (count: number): string => plural(count, 'FAQ')

/** «3 FAQs archived» */
export const doneText = (action: ManyAction, count: number, category?: string): string =>
  `${faqCount(count)} ${DONE[action]}${category === undefined ? '' : ` to ${category}`}`

const VERBS: Record<ManyAction, string> = {
  publish: 'update',
  unpublish: 'update',
  archive: 'archive',
  move: 'update',
  delete: 'delete',
}

/** The specified sentence for one, its plural for several. */
export const failureText = (action: ManyAction, count: number): string =>
  `Failed to ${VERBS[action]} ${count === 1 ? 'FAQ' : 'FAQs'}`

const UNCHANGED: Record<ManyAction, string> = {
  publish: 'Only drafts can be published.',
  unpublish: 'Only published FAQs can be unpublished.',
  archive: 'It was archived already.',
  move: 'It has this category already.',
  delete: 'Nothing was changed.',
}

/** Why one of several was left as it was. */
export const reasonText = (action: ManyAction, outcome: Exclude<ManyOutcome, 'done'>): string => {
  if (outcome === 'not_found') return 'It was deleted by another user.'
  if (outcome === 'limit') return 'Your plan allows no more FAQs.'
  if (outcome === 'needs_answer') return 'It needs an answer first.'
  return UNCHANGED[action]
}

/** Cuts a list into parts of at most `size`. */
export const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))
