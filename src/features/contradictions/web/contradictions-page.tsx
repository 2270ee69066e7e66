import { Scale } from 'lucide-react'
import { plural } from '../../../kernel/text.ts'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { CONTRADICTION_STATES } from '../contract.ts'
import { ContradictionCard } from './contradiction-card.tsx'
import { STATE_LABELS } from './contradiction-words.ts'
import {
  type ContradictionFilters,
  useContradictionActions,
  useContradictionFilters,
  useContradictions,
} from './use-contradictions.ts'

const TITLE = 'Contradictions'
const SUBTITLE = 'FAQs and sources that answer one question differently'

/** /knowledge/contradictions: published texts that contradict each other, side by side. */
export function Component() {
  const { workspace } = useWorkspace()
  return (
    <Page>
      <PageHeader title={TITLE} subtitle={SUBTITLE} />
      {workspace ? (
        <Contradictions />
      ) : (
        <EmptyState title="No workspace selected" message="Please select a workspace to view its contradictions." />
      )}
    </Page>
  )
}

function Contradictions() {
  const filters = useContradictionFilters()
  const { query, pageCount, beyond } = useContradictions(filters)
  const counts = query.data?.counts
  return (
    <Tabs
      label="State"
      value={filters.state}
      onValueChange={filters.setState}
      tabs={CONTRADICTION_STATES.map((state) => ({
        value: state,
        label: STATE_LABELS[state],
        count: counts?.[state],
      }))}
    >
      <TabPanel value={filters.state} className="pt-4">
        <Comparing uncompared={query.data?.uncompared ?? 0} />
        <List filters={filters} query={query} beyond={beyond} />
        <div className="mt-5">
          <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
        </div>
      </TabPanel>
    </Tabs>
  )
}

/** Comparing takes its time, so that visitors notice nothing of it. */
function Comparing({ uncompared }: { uncompared: number }) {
  return (
    <p role="status" className={uncompared > 0 ? 'mb-4 flex items-center gap-2 text-md text-ink-soft' : undefined}>
      {uncompared > 0 && (
        <>
          <Spinner size={16} /> {`Comparing ${plural(uncompared, 'changed text')} with the others…`}
        </>
      )}
    </p>
  )
}

function List({
  filters,
  query,
  beyond,
}: { filters: ContradictionFilters } & Pick<ReturnType<typeof useContradictions>, 'query' | 'beyond'>) {
  const { can } = useWorkspace()
  const actions = useContradictionActions()
  const { list, leaving } = useRowFocus(query.data?.items.map(({ id }) => id) ?? [], '[data-settle]')
  if (query.isError && !query.data)
    return (
      <Card padded={false}>
        <QueryError title="The contradictions could not be loaded" query={query} />
      </Card>
    )
  if (!query.data || beyond)
    return (
      <Card padded={false}>
        <SkeletonRows rows={4} />
      </Card>
    )
  if (query.data.items.length === 0)
    return (
      <Card padded={false}>
        {filters.state === 'open' ? (
          <EmptyState
            title="No contradictions found"
            icon={Scale}
            message="Published FAQs and sources are compared whenever they change. Only plain differences are shown: numbers, dates, addresses, or a yes and a no. Different wording alone is not. Measured in English and German; in other languages only numbers, dates and addresses are compared."
          />
        ) : (
          <EmptyState
            title="No dismissed pairs"
            icon={Scale}
            message="Pairs that do not contradict each other are kept here."
          />
        )}
      </Card>
    )
  return (
    <ul ref={list} aria-label="Contradictions" aria-busy={query.isPlaceholderData} className="flex flex-col gap-5">
      {query.data.items.map((contradiction, position) => (
        <li key={contradiction.id}>
          <ContradictionCard
            contradiction={contradiction}
            mayWrite={can('faq.write')}
            busy={actions.busy}
            onDismiss={() => {
              leaving(position)
              actions.dismiss(contradiction.id)
            }}
            onRestore={() => {
              leaving(position)
              actions.restore(contradiction.id)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
