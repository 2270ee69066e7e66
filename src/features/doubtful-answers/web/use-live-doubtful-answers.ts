import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'

const EVENTS = ['doubtful_answers.changed', 'question.changed', 'question.deleted'] as const

/** Refetches doubtful answers and blocked sources when they change. */
export function useLiveDoubtfulAnswers(): void {
  const queryClient = useQueryClient()
  useLive(EVENTS, () => queryClient.invalidateQueries({ queryKey: api.doubtfulAnswers.key() }))
}
