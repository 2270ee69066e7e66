import type { Question, QuestionView } from '../contract.ts'

type QuestionPlacement = Pick<Question, 'outcome' | 'vote' | 'handoff_requested_at' | 'done_at' | 'snoozed_until'>

/**
 * Returns true when a question belongs to a view. `unanswered`: it was refused, got only suggestions, or came during an
 * outage. `down_voted`: the visitor said that the answer did not help. `waiting`: the visitor asked for a person. A
 * done question is in `all` only, and a snoozed one in `all` and `snoozed` until its time has come. `server/views.ts`
 * has the same rules in SQL.
 */
export function isInView(view: QuestionView, question: QuestionPlacement, currentTime: Date): boolean {
  if (view === 'all') return true
  if (question.done_at !== null) return false
  if (isSnoozed(question, currentTime) || view === 'snoozed')
    return isSnoozed(question, currentTime) && view === 'snoozed'
  if (view === 'unanswered') return question.outcome !== 'answered'
  if (view === 'down_voted') return question.vote === 'down'
  return question.handoff_requested_at !== null
}

export const isSnoozed = ({ snoozed_until: until }: Pick<Question, 'snoozed_until'>, currentTime: Date): boolean =>
  until !== null && new Date(until) > currentTime

/** Returns true when creating a FAQ from a question settles it. A visitor who waits for a person still waits. */
export const settledByFaq = ({ handoff_requested_at, done_at }: Omit<QuestionPlacement, 'snoozed_until'>): boolean =>
  done_at === null && handoff_requested_at === null
