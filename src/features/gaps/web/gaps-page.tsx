import { MessageCircleQuestion } from 'lucide-react'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { GAP_STATES } from '../contract.ts'
import { GapRows } from './gap-rows.tsx'
import { EMPTY_STATE_TEXTS, STATE_LABELS } from './gap-words.ts'
import { type GapFilters, useGapFilters, useGaps } from './use-gaps.ts'

const TITLE = 'Gaps'
const SUBTITLE = 'Questions without an answer, grouped by meaning'

/** /messages/gaps: what visitors ask and find no answer to. */
export function Component() {
  const { workspace } = useWorkspace()
  const filters = useGapFilters()
  return (
    <Page>
      <PageHeader title={TITLE} subtitle={SUBTITLE} />
      {workspace ? (
        <Gaps filters={filters} />
      ) : (
        <EmptyState title="No workspace selected" message="Please select a workspace to view its gaps." />
      )}
    </Page>
  )
}

function Gaps({ filters }: { filters: GapFilters }) {
  const { query, pageCount, beyond } = useGaps(filters)
  const counts = query.data?.counts
  return (
    <Tabs
      label="State"
      value={filters.state}
      onValueChange={filters.setState}
      tabs={GAP_STATES.map((state) => ({
        value: state,
        label: STATE_LABELS[state],
        count: counts?.[state],
      }))}
    >
      <TabPanel value={filters.state} className="pt-4">
        <Card padded={false} className="overflow-hidden">
          <List filters={filters} query={query} beyond={beyond} />
        </Card>
        <div className="mt-5">
          <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
        </div>
      </TabPanel>
    </Tabs>
  )
}

function List({
  filters,
  query,
  beyond,
}: { filters: GapFilters } & Pick<ReturnType<typeof useGaps>, 'query' | 'beyond'>) {
  if (query.isError && !query.data) return <QueryError title="The gaps could not be loaded" query={query} />
  if (!query.data || beyond) return <SkeletonRows rows={5} />
  if (query.data.items.length === 0)
    return <EmptyState icon={MessageCircleQuestion} {...EMPTY_STATE_TEXTS[filters.state]} />
  return <GapRows gaps={query.data.items} outdated={query.isPlaceholderData} />
}
