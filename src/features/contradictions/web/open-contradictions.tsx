import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLiveContradictions } from './use-live-contradictions.ts'

const OpenContradictionsCard = lazy(() => import('./open-contradictions-card.tsx'))

const SHOWN = 3

/** On the dashboard: texts that contradict each other. Loaded only where there are some. */
export function OpenContradictions() {
  useLiveContradictions()
  const { data } = useQuery(api.contradictions.list.queryOptions({ input: { state: 'open', page: 1, limit: SHOWN } }))
  return (
    <Suspense>
      {data && data.total > 0 && <OpenContradictionsCard contradictions={data.items} total={data.total} />}
    </Suspense>
  )
}
