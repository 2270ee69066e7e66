import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLiveDoubtfulAnswers } from './use-live-doubtful-answers.ts'

const DoubtfulAnswersCard = lazy(() => import('./doubtful-answers-card.tsx'))

const SHOWN = 3

/** On the dashboard: answers that visitors had reason to doubt. Loaded only where there are some. */
export function OpenDoubtfulAnswers() {
  useLiveDoubtfulAnswers()
  const { data } = useQuery(api.doubtfulAnswers.list.queryOptions({ input: { state: 'open', page: 1, limit: SHOWN } }))
  return (
    <Suspense>{data && data.total > 0 && <DoubtfulAnswersCard answers={data.items} total={data.total} />}</Suspense>
  )
}
