import { plural } from '../../../kernel/text.ts'
import type { SavedAs, SuggestionKind } from '../contract.ts'

export const SUGGESTED_FAQS_PATH = '/pages/suggested'

/** Text before the name of the source. */
export const ORIGIN_LABELS: Record<SuggestionKind, string> = {
  markup: 'FAQ markup of',
  list: 'List of questions in',
  heading: 'Heading in',
  model: 'Written by the model from',
}

/** Labels of the buttons that make a FAQ of a suggestion, or of all of them. */
export const ADD_LABELS: Record<SavedAs, string> = { draft: 'Add as draft', published: 'Publish' }
export const ADD_ALL_LABELS: Record<SavedAs, string> = { draft: 'Add all as drafts', published: 'Publish all' }

export const addedText = (faqCount: number, savedAs: SavedAs): string =>
  savedAs === 'published'
    ? `${plural(faqCount, 'FAQ')} published`
    : `${plural(faqCount, 'FAQ')} saved as ${faqCount === 1 ? 'a draft' : 'drafts'}`

export const leftOutText = (sentenceCount: number): string =>
  `${plural(sentenceCount, 'sentence')} that no source supports ${sentenceCount === 1 ? 'was' : 'were'} left out.`

export const waitingText = (waitingCount: number): string =>
  `${plural(waitingCount, 'more', 'more')} ${waitingCount === 1 ? 'waits' : 'wait'} until some of these are handled`
