import { MessageCircleQuestion } from 'lucide-react'
import { QueryList } from '../../../web/list/query-list.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { WorkspacePage } from '../../workspaces/web/index.ts'
import { GAP_STATES } from '../contract.ts'
import { GapRows } from './gap-rows.tsx'
import { EMPTY_STATE_TEXTS, STATE_LABELS } from './gap-words.ts'
import { useGapFilters, useGaps } from './use-gaps.ts'

/** /messages/gaps: what visitors ask and find no answer to. */
export const Component = () => (
  <WorkspacePage
    title="Gaps"
    subtitle="Questions without an answer, grouped by meaning"
    unselected="Please select a workspace to view its gaps."
  >
    <Gaps />
  </WorkspacePage>
)

function Gaps() {
  const filters = useGapFilters()
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
          <QueryList
            query={query}
            beyond={beyond}
            failed="The gaps could not be loaded"
            rows={5}
            empty={{ icon: MessageCircleQuestion, ...EMPTY_STATE_TEXTS[filters.state] }}
          >
            {(gaps) => <GapRows gaps={gaps} outdated={query.isPlaceholderData} />}
          </QueryList>
        </Card>
        <div className="mt-5">
          <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
        </div>
      </TabPanel>
    </Tabs>
  )
}
