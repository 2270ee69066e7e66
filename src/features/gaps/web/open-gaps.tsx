import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLiveGaps } from './use-live-gaps.ts'

const GapsCard = lazy(() => import('./gaps-card.tsx'))

const SHOWN = 3

/** On the dashboard: questions that find no answer. Loaded only where there are some. */
export function OpenGaps() {
  useLiveGaps()
  const { data } = useQuery(api.gaps.list.queryOptions({ input: { state: 'open', page: 1, limit: SHOWN } }))
  return <Suspense>{data && data.counts.open > 0 && <GapsCard gaps={data.items} total={data.counts.open} />}</Suspense>
}
