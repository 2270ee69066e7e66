import { ListChecks, Plus, RefreshCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { QueryList } from '../../../web/list/query-list.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState, type EmptyStateProps } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { TEST_STATES } from '../contract.ts'
import { AnswerTestRows } from './answer-test-rows.tsx'
import { STATE_LABELS, testAddress } from './answer-test-words.ts'
import { useAnswerTestActions } from './use-answer-test-actions.ts'
import { type AnswerTestFilters, SHOWN_STATES, useAnswerTestFilters, useAnswerTests } from './use-answer-tests.ts'

const AnswerTestDialog = lazy(() => import('./answer-test-dialog.tsx'))

const TITLE = 'Answer tests'
const SUBTITLE = 'Questions whose answers must stay right, asked again whenever your content changes'

/** /messages/answer-tests: questions with what their answers must hold. */
export function Component() {
  const { workspace, can } = useWorkspace()
  if (workspace) return <AnswerTests mayWrite={can('faq.write')} />
  return (
    <Page>
      <PageHeader title={TITLE} subtitle={SUBTITLE} />
      <EmptyState title="No workspace selected" message="Please select a workspace to view its answer tests." />
    </Page>
  )
}

function AnswerTests({ mayWrite }: { mayWrite: boolean }) {
  const filters = useAnswerTestFilters()
  const { query, pageCount, beyond } = useAnswerTests(filters)
  const actions = useAnswerTestActions()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const counts = query.data?.counts
  const all = counts ? TEST_STATES.reduce((sum, state) => sum + counts[state], 0) : 0
  const newTest = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setAdding(true)}>
      New test
    </Button>
  )
  const close = () => {
    setAdding(false)
    if (filters.question ?? filters.gap) filters.clearOrigin()
  }
  return (
    <Page>
      <PageHeader
        title={TITLE}
        subtitle={SUBTITLE}
        actions={
          mayWrite &&
          all > 0 && (
            <>
              <Button icon={<RefreshCw size={15} />} disabled={actions.busy} onClick={actions.runAll}>
                Run all now
              </Button>
              {newTest}
            </>
          )
        }
      />
      <Tabs
        label="State"
        value={filters.state}
        onValueChange={filters.setState}
        tabs={SHOWN_STATES.map((state) => ({
          value: state,
          label: state === 'all' ? 'All' : STATE_LABELS[state],
          count: counts && (state === 'all' ? all : counts[state]),
        }))}
      >
        <TabPanel value={filters.state} className="pt-4">
          <Card padded={false} className="overflow-hidden">
            <QueryList
              query={query}
              beyond={beyond}
              failed="The answer tests could not be loaded"
              rows={5}
              empty={emptyState(filters.state, mayWrite && newTest)}
            >
              {(tests) => <AnswerTestRows tests={tests} outdated={query.isPlaceholderData} />}
            </QueryList>
          </Card>
          <div className="mt-5">
            <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
          </div>
        </TabPanel>
      </Tabs>
      <Suspense>
        {mayWrite && (adding || filters.question !== null || filters.gap !== null) && (
          <AnswerTestDialog
            questionId={filters.question}
            gapId={filters.gap}
            onClose={close}
            onSaved={({ id }) => {
              void actions.refresh()
              void navigate(testAddress(id), { replace: filters.question !== null || filters.gap !== null })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

function emptyState(state: AnswerTestFilters['state'], newTest: ReactNode): EmptyStateProps {
  if (state !== 'all') return { title: state === 'failing' ? 'No test fails' : 'No tests match' }
  return {
    title: 'No answer tests yet',
    icon: ListChecks,
    message:
      'Save a question with the requirements for its answer. It is asked again whenever your content changes, and you see when the answer is no longer right.',
    action: newTest,
  }
}
