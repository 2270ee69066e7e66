import { api } from '../../../web/api/api.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'

const ANSWER_TEST_EVENTS = ['answer_tests.changed'] as const

/** Refetches answer tests when they change. */
export function useLiveAnswerTests(): void {
  useLiveQueries(ANSWER_TEST_EVENTS, api.answerTests.key())
}
