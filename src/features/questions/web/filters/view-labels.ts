import type { QuestionView } from '../../contract.ts'

/** Labels of the views in their order. */
export const VIEW_LABELS: Record<QuestionView, string> = {
  all: 'All',
  unanswered: 'Unanswered',
  down_voted: 'Down-voted',
  waiting: 'Waiting for a person',
  snoozed: 'Snoozed',
}

/** Read from here and not from the contract, whose schemas the page has no use for. */
export const VIEWS = Object.keys(VIEW_LABELS) as QuestionView[]
