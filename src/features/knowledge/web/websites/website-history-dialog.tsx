import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber } from '../../../../kernel/format.ts'
import { api } from '../../../../web/api/api.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { useRefresh } from '../../../../web/api/use-refresh.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../../web/ui/table.tsx'
import type { Website, WebsiteRun } from '../../contract.ts'
import type { SourceDialogState } from '../source-dialog.tsx'
import { RunBadge } from './run-badge.tsx'

const COUNTS = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['removed', 'Removed'],
  ['skipped', 'Not read'],
  ['failed', 'Failed'],
] as const satisfies (readonly [keyof WebsiteRun, string])[]

/** The times a website was read, newest first, and what came of each. */
export default function WebsiteHistoryDialog({ website, ...dialog }: SourceDialogState & { website: Website }) {
  const input = { id: website.id }
  const runs = useQuery(api.knowledge.websites.runs.queryOptions({ input, enabled: dialog.open }))
  useEvents(['source.changed'], useRefresh(api.knowledge.websites.runs.key({ input })))
  const items = runs.data?.items ?? []
  return (
    <Dialog {...dialog} size="lg" title="History" description={`${website.name}: the last times it was read.`}>
      {runs.isError ? (
        <QueryError title="The history could not be loaded" query={runs} />
      ) : runs.isPending ? (
        <SkeletonRows rows={4} />
      ) : items.length === 0 ? (
        <EmptyState title="Not read yet" />
      ) : (
        <Table label="History">
          <TableHead>
            <HeaderCell>When</HeaderCell>
            <HeaderCell className="w-full">Outcome</HeaderCell>
            {COUNTS.map(([name, label]) => (
              <HeaderCell key={name} className="text-right">
                {label}
              </HeaderCell>
            ))}
          </TableHead>
          <TableBody>
            {items.map((run) => (
              <Row key={run.id}>
                <Cell className="min-w-28 text-sm text-ink-soft">
                  <time dateTime={run.started_at}>{formatDateTime(run.started_at)}</time>
                </Cell>
                <Cell className="min-w-40">
                  <RunBadge run={run} />
                  {run.reason && <span className="mt-0.5 block text-sm text-ink-soft">{run.reason}</span>}
                </Cell>
                {COUNTS.map(([name]) => (
                  <Cell key={name} className="text-right">
                    {formatNumber(run[name])}
                  </Cell>
                ))}
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Dialog>
  )
}
