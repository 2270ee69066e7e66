import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'

const DoubtfulAnswersCard = lazy(() => import('./doubtful-answers-card.tsx'))

const EVENTS = ['doubtful_answers.changed'] as const
const SHOWN = 3

/** On the dashboard: answers that visitors had reason to doubt. Loaded only where there are some. */
export function OpenDoubtfulAnswers() {
  const { data, refetch } = useQuery(
    api.doubtfulAnswers.list.queryOptions({ input: { state: 'open', page: 1, limit: SHOWN } }),
  )
  useLive(EVENTS, refetch)
  return (
    <Suspense>{data && data.total > 0 && <DoubtfulAnswersCard answers={data.items} total={data.total} />}</Suspense>
  )
}
