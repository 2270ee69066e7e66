import { Scale } from 'lucide-react'
import { plural } from '../../../kernel/text.ts'
import { QueryList } from '../../../web/list/query-list.tsx'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace, WorkspacePage } from '../../workspaces/web/index.ts'
import { CONTRADICTION_STATES } from '../contract.ts'
import { ContradictionCard } from './contradiction-card.tsx'
import { EMPTY_STATE_TEXTS, STATE_LABELS } from './contradiction-words.ts'
import {
  type ContradictionFilters,
  useContradictionActions,
  useContradictionFilters,
  useContradictions,
} from './use-contradictions.ts'

/** /knowledge/contradictions: published texts that contradict each other, side by side. */
export const Component = () => (
  <WorkspacePage
    title="Contradictions"
    subtitle="FAQs and sources that answer one question differently"
    unselected="Please select a workspace to view its contradictions."
  >
    <Contradictions />
  </WorkspacePage>
)

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
  return (
    <QueryList
      query={query}
      beyond={beyond}
      failed="The contradictions could not be loaded"
      rows={4}
      empty={{ icon: Scale, ...EMPTY_STATE_TEXTS[filters.state] }}
      framed
    >
      {(contradictions) => (
        <ul ref={list} aria-label="Contradictions" aria-busy={query.isPlaceholderData} className="flex flex-col gap-5">
          {contradictions.map((contradiction, position) => (
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
      )}
    </QueryList>
  )
}
