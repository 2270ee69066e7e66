import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { AuditRow } from './audit-row.tsx'
import { type AuditFilters, useAuditFilters } from './use-audit-filters.ts'

const AREAS = [
  { value: 'all', label: 'Everything' },
  { value: 'team', label: 'Team' },
  { value: 'settings', label: 'Settings' },
  { value: 'api_keys', label: 'API keys' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'content', label: 'Content' },
] as const

const pages = ({ area, actor }: AuditFilters) =>
  api.workspaces.auditLog.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...(area === 'all' ? {} : { area }),
      ...(actor === 'all' ? {} : { actor_id: actor }),
      ...(cursor ? { cursor } : {}),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** The audit log, newest first; filters are in the URL. */
export function AuditCard() {
  const [filters, setFilters] = useAuditFilters()
  const log = useInfiniteQuery(pages(filters))
  const actors = useQuery(api.workspaces.auditLog.actors.queryOptions())
  useEvents(['audit.added'], () => {
    void queryClient.invalidateQueries({ queryKey: api.workspaces.auditLog.key() })
  })
  const entries = log.data?.pages.flatMap(({ items }) => items)
  const people = [
    { value: 'all', label: 'Everyone' },
    ...(actors.data?.items ?? []).map(({ id, name, kind }) => ({
      value: id,
      label: kind === 'api_key' ? `API key “${name}”` : name,
    })),
  ]

  return (
    <Card
      title="Audit log"
      description="Who did what in this workspace. Entries cannot be changed, and only owners see them."
      padded={false}
    >
      <div className="mt-3 grid grid-cols-2 gap-2.5 border-t border-line px-5 py-3">
        <Select
          size="sm"
          label="Area"
          options={AREAS}
          value={filters.area}
          onValueChange={(area) => setFilters({ ...filters, area })}
        />
        <Select
          size="sm"
          label="User or API key"
          options={people}
          value={filters.actor}
          onValueChange={(actor) => setFilters({ ...filters, actor })}
        />
      </div>
      <div className="border-t border-line">
        {log.isError && !entries ? (
          <QueryError title="The audit log could not be loaded" query={log} />
        ) : !entries ? (
          <SkeletonRows rows={4} />
        ) : entries.length === 0 ? (
          <EmptyState title="No entries" message="No entries match these filters." />
        ) : (
          <ul aria-label="Audit log" className="divide-y divide-line">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </div>
      {log.hasNextPage && (
        <div className="border-t border-line px-5 py-3">
          <Button size="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
}
