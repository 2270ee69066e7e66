import { api } from '../../../web/api/api.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'

const EVENTS = ['doubtful_answers.changed', 'question.changed', 'question.deleted'] as const

/** Refetches doubtful answers and blocked sources when they change. */
export function useLiveDoubtfulAnswers(): void {
  useLiveQueries(EVENTS, api.doubtfulAnswers.key())
}
