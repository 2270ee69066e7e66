import type { Question, QuestionView } from '../contract.ts'

type Placed = Pick<Question, 'outcome' | 'vote' | 'handoff_requested_at' | 'done_at'>

/**
 * Whether a question belongs to a view.
 * - `unanswered`: it was refused, only led to suggestions, or came while no answer could be given.
 * - `down_voted`: the visitor said that the answer did not help.
 * - `waiting`: the visitor asked for a person.
 *
 * Marked done, it is in `all` only. `server/views.ts` says the same in SQL.
 */
export function inView(view: QuestionView, question: Placed): boolean {
  if (view === 'all') return true
  if (question.done_at !== null) return false
  if (view === 'unanswered') return question.outcome !== 'answered'
  if (view === 'down_voted') return question.vote === 'down'
  return question.handoff_requested_at !== null
}

/**
 * Whether making a FAQ of a question, or adding it to one, settles it. A visitor who waits for a person still does: the
 * FAQ is for those who come after.
 */
export const settledByFaq = ({ handoff_requested_at, done_at }: Placed): boolean =>
  done_at === null && handoff_requested_at === null
