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
  manyAction: ManyAction,
  category?: string,
): F[] =>
  faqs.filter((faq) => {
    if (manyAction === 'delete') return true
    if (manyAction === 'move') return faq.category !== category
    const { from, to } = TRANSITIONS[manyAction]
    return from === null ? faq.status !== to : faq.status === from
  })

const DONE_WORDS: Record<ManyAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  archive: 'archived',
  move: 'moved',
  delete: 'deleted',
}

/** «1 FAQ», «10,000 FAQs» */
export const faqCount = (numberOfFaqs: number): string => plural(numberOfFaqs, 'FAQ')

/** «3 FAQs archived» */
export const doneText = (manyAction: ManyAction, changedCount: number, category?: string): string =>
  `${faqCount(changedCount)} ${DONE_WORDS[manyAction]}${category === undefined ? '' : ` to ${category}`}`

const ACTION_VERBS: Record<ManyAction, string> = {
  publish: 'update',
  unpublish: 'update',
  archive: 'archive',
  move: 'update',
  delete: 'delete',
}

/** The specified sentence for one, its plural for several. */
export const failureText = (manyAction: ManyAction, changedCount: number): string =>
  `Failed to ${ACTION_VERBS[manyAction]} ${changedCount === 1 ? 'FAQ' : 'FAQs'}`

const UNCHANGED: Record<ManyAction, string> = {
  publish: 'Only drafts can be published.',
  unpublish: 'Only published FAQs can be unpublished.',
  archive: 'It was archived already.',
  move: 'It has this category already.',
  delete: 'Nothing was changed.',
}

/** Why one of several was left as it was. */
export const reasonText = (manyAction: ManyAction, manyOutcome: Exclude<ManyOutcome, 'done'>): string => {
  if (manyOutcome === 'not_found') return 'It was deleted by another user.'
  if (manyOutcome === 'limit') return 'Your plan allows no more FAQs.'
  if (manyOutcome === 'needs_answer') return 'It needs an answer first.'
  return UNCHANGED[manyAction]
}

/** Cuts a list into parts of at most `size`. */
export const inParts = <T>(wholeList: readonly T[], partSize: number): T[][] =>
  Array.from({ length: Math.ceil(wholeList.length / partSize) }, (_, index) =>
    wholeList.slice(index * partSize, (index + 1) * partSize),
  )
