import { ListChecks, Plus, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
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
  const add = () => setAdding(true)
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
              <Button variant="primary" icon={<Plus size={16} />} onClick={add}>
                New test
              </Button>
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
            <List
              filters={filters}
              query={query}
              beyond={beyond}
              newTest={
                mayWrite && (
                  <Button variant="primary" icon={<Plus size={16} />} onClick={add}>
                    New test
                  </Button>
                )
              }
            />
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

interface ListProps extends Pick<ReturnType<typeof useAnswerTests>, 'query' | 'beyond'> {
  filters: AnswerTestFilters
  newTest: React.ReactNode
}

function List({ filters, query, beyond, newTest }: ListProps) {
  if (query.isError && !query.data) return <QueryError title="The answer tests could not be loaded" query={query} />
  if (!query.data || beyond) return <SkeletonRows rows={5} />
  if (query.data.items.length > 0) return <AnswerTestRows tests={query.data.items} outdated={query.isPlaceholderData} />
  if (filters.state !== 'all')
    return <EmptyState title={filters.state === 'failing' ? 'No test fails' : 'No tests match'} />
  return (
    <EmptyState
      title="No answer tests yet"
      icon={ListChecks}
      message="Save a question with the requirements for its answer. It is asked again whenever your content changes, and you see when the answer is no longer right."
      action={newTest}
    />
  )
}
