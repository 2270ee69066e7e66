import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLiveAnswerTests } from './use-live-answer-tests.ts'

const FailingTestsCard = lazy(() => import('./failing-tests-card.tsx'))

const SHOWN = 3

/** On the dashboard: the tests that fail. Loaded only where there is one. */
export function FailingTests() {
  useLiveAnswerTests()
  const { data } = useQuery(api.answerTests.list.queryOptions({ input: { state: 'failing', page: 1, limit: SHOWN } }))
  return <Suspense>{data && data.total > 0 && <FailingTestsCard tests={data.items} total={data.total} />}</Suspense>
}
