import { plural } from '../../../kernel/text.ts'
import type { SavedAs, SuggestionKind } from '../contract.ts'

export const SUGGESTED_FAQS = '/pages/suggested'

/** Text before the name of the source. */
export const FOUND_IN: Record<SuggestionKind, string> = {
  markup: 'FAQ markup of',
  list: 'List of questions in',
  heading: 'Heading in',
  model: 'Written by the model from',
}

/** Labels of the buttons that make a FAQ of a suggestion, or of all of them. */
export const ADD_LABELS: Record<SavedAs, string> = { draft: 'Add as draft', published: 'Publish' }
export const ADD_ALL_LABELS: Record<SavedAs, string> = { draft: 'Add all as drafts', published: 'Publish all' }

export const addedText = (count: number, as: SavedAs): string =>
  as === 'published'
    ? `${plural(count, 'FAQ')} published`
    : `${plural(count, 'FAQ')} saved as ${count === 1 ? 'a draft' : 'drafts'}`

export const leftOutText = (count: number): string =>
  `${plural(count, 'sentence')} that no source supports ${count === 1 ? 'was' : 'were'} left out.`

export const waitingText = (count: number): string =>
  `${plural(count, 'more', 'more')} ${count === 1 ? 'waits' : 'wait'} until some of these are handled`
