import { MessageCircleWarning } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
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

const TITLE = 'Doubtful answers'
const SUBTITLE = 'Answers that did not seem to help the visitors who got them'

/** /messages/doubtful: answers that may be wrong, and what was done about them. */
export function Component() {
  const { workspace } = useWorkspace()
  return (
    <Page>
      <PageHeader title={TITLE} subtitle={SUBTITLE} />
      {workspace ? (
        <DoubtfulAnswers />
      ) : (
        <EmptyState title="No workspace selected" message="Please select a workspace to view its doubtful answers." />
      )}
    </Page>
  )
}

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
  if (query.isError && !query.data)
    return (
      <Card padded={false}>
        <QueryError title="The doubtful answers could not be loaded" query={query} />
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
        <EmptyState icon={MessageCircleWarning} {...EMPTY_STATE_TEXTS[state]} />
      </Card>
    )
  return (
    <>
      <ul ref={list} aria-label="Doubtful answers" aria-busy={query.isPlaceholderData} className="flex flex-col gap-5">
        {query.data.items.map((answer, position) => (
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
  )
}
