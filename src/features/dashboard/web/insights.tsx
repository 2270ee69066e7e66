import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button, ButtonAnchor } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { DateRangeFilter, useNow } from '../../questions/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { DEFAULT_DAYS, useInsightsRange } from './use-insights-range.ts'

/** Charts and lists, which a workspace without questions does without. */
const InsightsFigures = lazy(() => import('./insights-figures.tsx'))

/** Visitors' questions in a period, and their outcomes. */
export function Insights() {
  const { range, shown, intervals, setRange } = useInsightsRange(useNow())
  const insights = useQuery(
    api.dashboard.insights.queryOptions({
      input: { edges: intervals.edges.map((edge) => edge.toISOString()) },
      placeholderData: keepPreviousData,
    }),
  )
  const { data } = insights
  const inbox = new URLSearchParams({ from: shown.from ?? '', to: shown.to ?? '' })
  const clear = range.from || range.to ? () => setRange({ from: null, to: null }) : undefined
  return (
    <section aria-labelledby="insights" className="mt-9">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="insights" className="text-lg font-semibold">
          What visitors ask
        </h2>
        <DateRangeFilter range={range} onRangeChange={setRange} placeholder={`Last ${DEFAULT_DAYS} days`} />
      </div>
      {!data ? (
        <Card padded={false}>
          {insights.isError ? (
            <QueryError title="The statistics of questions could not be loaded" query={insights} />
          ) : (
            <div aria-busy="true" className="p-5">
              <Skeleton className="h-52 w-full" />
            </div>
          )}
        </Card>
      ) : data.total === 0 ? (
        <Card padded={false}>
          <Nothing onClear={clear} />
        </Card>
      ) : (
        <div
          aria-busy={insights.isPlaceholderData}
          className={cx(
            'grid gap-5 transition-opacity *:min-w-0 lg:grid-cols-6',
            insights.isPlaceholderData && 'opacity-60',
          )}
        >
          <Suspense fallback={<Skeleton className="h-52 w-full lg:col-span-6" />}>
            <InsightsFigures insights={data} intervals={intervals} inbox={inbox} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function Nothing({ onClear }: { onClear: (() => void) | undefined }) {
  const { current } = useWorkspace()
  if (onClear)
    return (
      <EmptyState
        title="No questions in this period"
        message="Choose other dates, or the most recent days."
        action={<Button onClick={onClear}>{`Last ${DEFAULT_DAYS} days`}</Button>}
      />
    )
  return (
    <EmptyState
      title="No questions yet"
      icon={MessageCircleQuestion}
      message="Ask a question on your own help page: it appears here at once with its answer."
      action={
        current && (
          <ButtonAnchor href={current.public_url} target="_blank" rel="noopener">
            Open your page
          </ButtonAnchor>
        )
      }
    />
  )
}
