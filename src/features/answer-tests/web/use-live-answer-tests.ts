import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'

const ANSWER_TEST_EVENTS = ['answer_tests.changed'] as const

/** Refetches answer tests when they change. */
export function useLiveAnswerTests(): void {
  const queryClient = useQueryClient()
  useLive(ANSWER_TEST_EVENTS, () => queryClient.invalidateQueries({ queryKey: api.answerTests.key() }))
}
