import { MessageCircleWarning } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { QueryList } from '../../../web/list/query-list.tsx'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace, WorkspacePage } from '../../workspaces/web/index.ts'
import type { DoubtfulAnswer, DoubtfulState } from '../contract.ts'
import { BlockedSources } from './blocked-sources.tsx'
import { DoubtfulAnswerCard } from './doubtful-answer-card.tsx'
import { EMPTY_STATE_TEXTS, STATE_LABELS } from './doubtful-words.ts'
import {
  type DoubtfulActions,
  type DoubtfulFilters,
  SHOWN_TABS,
  useDoubtfulActions,
  useDoubtfulAnswers,
  useDoubtfulCounts,
  useDoubtfulFilters,
} from './use-doubtful-answers.ts'

const WriteFaqDialog = lazy(() => import('./write-faq-dialog.tsx'))

/** /messages/doubtful: answers that may be wrong, and what was done about them. */
export const Component = () => (
  <WorkspacePage
    title="Doubtful answers"
    subtitle="Answers that did not seem to help the visitors who got them"
    unselected="Please select a workspace to view its doubtful answers."
  >
    <DoubtfulAnswers />
  </WorkspacePage>
)

function DoubtfulAnswers() {
  const { can } = useWorkspace()
  const filters = useDoubtfulFilters()
  const counts = useDoubtfulCounts()
  const actions = useDoubtfulActions()
  const mayWrite = can('question.write')
  return (
    <Tabs
      label="State"
      value={filters.state}
      onValueChange={filters.setState}
      tabs={SHOWN_TABS.map((tab) => ({
        value: tab,
        label: tab === 'blocked' ? 'Blocked sources' : STATE_LABELS[tab],
        count: counts?.[tab],
      }))}
    >
      <TabPanel value={filters.state} className="pt-4">
        {filters.state === 'blocked' ? (
          <BlockedSources mayWrite={mayWrite} actions={actions} />
        ) : (
          <>
            <List state={filters.state} filters={filters} mayWrite={mayWrite} actions={actions} />
            {filters.state === 'open' && (
              <p className="mt-4 text-sm text-ink-soft">
                Votes on the page of a FAQ are counted under{' '}
                <Link
                  to="/knowledge/health?state=down_voted"
                  className="text-link underline underline-offset-2 hover:no-underline"
                >
                  Help health
                </Link>
                .
              </p>
            )}
          </>
        )}
      </TabPanel>
    </Tabs>
  )
}

interface ListProps {
  state: DoubtfulState
  filters: DoubtfulFilters
  mayWrite: boolean
  actions: DoubtfulActions
}

function List({ state, filters, mayWrite, actions }: ListProps) {
  const { query, pageCount, beyond } = useDoubtfulAnswers(filters, state)
  const { list, leaving } = useRowFocus(query.data?.items.map(({ id }) => id) ?? [], '[data-settle]')
  const [written, setWritten] = useState<DoubtfulAnswer | null>(null)
  const close = useCallback(() => setWritten(null), [])
  return (
    <QueryList
      query={query}
      beyond={beyond}
      failed="The doubtful answers could not be loaded"
      rows={4}
      empty={{ icon: MessageCircleWarning, ...EMPTY_STATE_TEXTS[state] }}
      framed
    >
      {(answers) => (
        <>
          <ul
            ref={list}
            aria-label="Doubtful answers"
            aria-busy={query.isPlaceholderData}
            className="flex flex-col gap-5"
          >
            {answers.map((answer, position) => (
              <li key={answer.id}>
                <DoubtfulAnswerCard
                  answer={answer}
                  mayWrite={mayWrite}
                  actions={actions}
                  onWriteFaq={() => setWritten(answer)}
                  onLeaving={() => leaving(position)}
                />
              </li>
            ))}
          </ul>
          <div className="mt-5">
            <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
          </div>
          <Suspense>{written !== null && <WriteFaqDialog answer={written} onClose={close} />}</Suspense>
        </>
      )}
    </QueryList>
  )
}
