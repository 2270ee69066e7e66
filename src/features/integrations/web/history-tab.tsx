import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDistanceStrict } from 'date-fns'
import { History } from 'lucide-react'
import { formatDateTime, formatNumber } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useRefresh } from '../../../web/api/use-refresh.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../web/ui/table.tsx'
import { describeService } from '../../knowledge/contract.ts'
import type { IntegrationRun } from '../contract.ts'

const PAGE = 20
const COUNTS = [
  ['added', 'Added'],
  ['updated', 'Updated'],
  ['removed', 'Removed'],
  ['skipped', 'Skipped'],
  ['failed', 'Failed'],
] as const satisfies (readonly [keyof IntegrationRun, string])[]

/** Every import, newest first, and what came of it; also of services that were disconnected since. */
export function HistoryTab() {
  const runs = useInfiniteQuery(
    api.integrations.runs.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: PAGE, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      refetchOnMount: 'always',
    }),
  )
  useEvents(['integration.changed', 'integration.synced'], useRefresh(api.integrations.runs.key()))
  const items = runs.data?.pages.flatMap((page) => page.items) ?? []
  if (runs.isPending)
    return (
      <Card padded={false}>
        <SkeletonRows rows={4} />
      </Card>
    )
  if (runs.isError && items.length === 0)
    return (
      <Card padded={false}>
        <QueryError title="The history could not be loaded" query={runs} />
      </Card>
    )
  if (items.length === 0)
    return (
      <Card padded={false}>
        <EmptyState title="No sync history available." icon={History} />
      </Card>
    )
  return (
    <>
      <Table label="Sync History">
        <TableHead>
          <HeaderCell>Started</HeaderCell>
          <HeaderCell className="max-lg:hidden">Duration</HeaderCell>
          <HeaderCell className="w-full">Outcome</HeaderCell>
          {COUNTS.map(([name, label]) => (
            <HeaderCell key={name} className="text-right max-lg:hidden">
              {label}
            </HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          {items.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </TableBody>
      </Table>
      {runs.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function RunRow({ run }: { run: IntegrationRun }) {
  const { started_at, ended_at, type, account_name, reason, problems } = run
  const started = new Date(started_at)
  return (
    <Row>
      <Cell className="min-w-28 py-3 align-top text-sm text-ink-soft lg:whitespace-nowrap">
        <time dateTime={started_at}>{formatDateTime(started)}</time>
      </Cell>
      <Cell className="py-3 align-top text-sm whitespace-nowrap text-ink-soft max-lg:hidden">
        {ended_at ? formatDistanceStrict(started, new Date(ended_at)) : '–'}
      </Cell>
      <Cell className="py-3 align-top [overflow-wrap:anywhere] lg:min-w-56">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{describeService(type).name}</span>
          <RunBadge run={run} />
          {account_name && <span className="text-sm text-ink-soft">{account_name}</span>}
        </span>
        <span className="mt-0.5 block text-sm text-ink-soft lg:hidden">{counted(run)}</span>
        {reason && <span className="mt-0.5 block text-sm text-ink-soft">{reason}</span>}
        {problems.length > 0 && <Problems run={run} />}
      </Cell>
      {COUNTS.map(([name]) => (
        <Cell key={name} className="py-3 text-right align-top tabular-nums max-lg:hidden">
          {formatNumber(run[name])}
        </Cell>
      ))}
    </Row>
  )
}

/** Result in narrow windows, where there is no room for columns. */
const counted = (run: IntegrationRun): string =>
  COUNTS.filter(([name]) => run[name] > 0)
    .map(([name, label]) => `${formatNumber(run[name])} ${label.toLowerCase()}`)
    .join(' · ') || 'Nothing new'

function RunBadge({ run: { state } }: { run: IntegrationRun }) {
  if (state === 'running') return <StatusBadge status="processing" label="Syncing" />
  if (state === 'failed') return <StatusBadge status="failed" />
  return state === 'completed' ? <StatusBadge status="ready" label="Completed" /> : <StatusBadge status="queued" />
}

/** Skipped and failed items with their reasons. */
function Problems({ run: { problems, skipped, failed } }: { run: IntegrationRun }) {
  const more = skipped + failed - problems.length
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit cursor-pointer font-medium text-link">
        {plural(skipped + failed, 'item was not imported', 'items were not imported')}
      </summary>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {problems.map(({ title, url, reason, state }) => (
          <li key={`${url} ${title}`} className="min-w-0">
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-link underline underline-offset-3"
              >
                {title}
              </a>
            ) : (
              <span className="font-medium">{title}</span>
            )}
            <span className={state === 'failed' ? 'text-bad' : 'text-ink-soft'}>{` – ${reason}`}</span>
          </li>
        ))}
        {more > 0 && <li className="text-ink-soft">{`and ${formatNumber(more)} more, in the Knowledge Base`}</li>}
      </ul>
    </details>
  )
}
