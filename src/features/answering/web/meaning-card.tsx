import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { Card } from '../../../web/ui/card.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { describeEffect, describeProgress, describeState } from '../domain/meaning-texts.ts'

const POLL_MS = 3_000

/** State of search by meaning: how many entries it knows, and what it changed in the ranking. */
export function MeaningCard() {
  const query = useQuery({
    ...api.answering.meaning.queryOptions(),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.state) ? POLL_MS : false),
  })
  const { data } = query
  useEvents(['content.changed'], () => void queryClient.invalidateQueries({ queryKey: api.answering.meaning.key() }))
  return (
    <Card
      title="Search by meaning"
      description="Visitors’ questions are compared with your content by what they mean, in addition to their words."
    >
      {query.isError && !data ? (
        <QueryError title="The state could not be loaded" query={query} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : (
        <div className="flex flex-col gap-2 text-md">
          {data.state !== 'off' && (
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">Understood by meaning</span>
              <span className="text-ink-soft tabular-nums">{describeProgress(data)}</span>
            </p>
          )}
          {[describeState(data), describeEffect(data)].map((text) => text && <p key={text}>{text}</p>)}
        </div>
      )}
    </Card>
  )
}

const isUnfinished = (state: string | undefined): boolean => state === 'running' || state === 'unavailable'
