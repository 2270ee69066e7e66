import { ArrowUp, Inbox } from 'lucide-react'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button, ButtonAnchor } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { Pagination } from '../../../../web/ui/pagination.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { EMPTY_VIEWS } from '../filters/question-views.tsx'
import type { QuestionFilters } from '../filters/use-question-filters.ts'
import { useMembers } from '../teamwork/use-members.ts'
import { useNow } from '../use-now.ts'
import type { QuestionsShown } from '../use-questions.ts'
import type { QuestionRowHandlers } from './question-menu.tsx'
import { QuestionRow } from './question-row.tsx'
import { QuestionSkeleton } from './question-skeleton.tsx'

interface QuestionListBodyProps {
  list: QuestionsShown
  filters: QuestionFilters
  mayWrite: boolean
  handlers: QuestionRowHandlers
}

/** The rows, or the loading, empty or error state. */
export function QuestionListBody({ list, filters, mayWrite, handlers }: QuestionListBodyProps) {
  const now = useNow()
  const members = useMembers()
  if (list.pending && !list.error) return <QuestionSkeleton />
  if (list.items.length === 0)
    return (
      <Card padded={false}>
        <Nothing list={list} filters={filters} />
      </Card>
    )
  return (
    <>
      {list.arrived > 0 && filters.page > 1 && (
        <div className="mb-3 flex justify-center">
          <Button size="sm" icon={<ArrowUp size={15} />} onClick={() => filters.setPage(1)}>
            New question received
          </Button>
        </div>
      )}
      <Card
        padded={false}
        className={cx('@container overflow-hidden transition-opacity', list.outdated && 'opacity-60')}
      >
        <ul aria-label="Questions" aria-busy={list.outdated}>
          {list.items.map((question) => (
            <QuestionRow
              key={question.id}
              question={question}
              assignee={members.find(({ id }) => id === question.assignee_id)?.name}
              isOpen={question.id === filters.opened}
              now={now}
              mayWrite={mayWrite}
              handlers={handlers}
            />
          ))}
        </ul>
      </Card>
      <div className="mt-5">
        <Pagination page={filters.page} pageCount={list.pageCount} onPageChange={(page) => filters.setPage(page)} />
      </div>
    </>
  )
}

function Nothing({ list, filters }: Pick<QuestionListBodyProps, 'list' | 'filters'>) {
  const { current } = useWorkspace()
  if (list.error)
    return (
      <ErrorState
        title="Your questions could not be loaded"
        message={messageOf(list.error)}
        onRetry={list.retry}
        retrying={list.retrying}
      />
    )
  if (filters.filtered)
    return (
      <EmptyState
        title="No messages match your search"
        message="Try adjusting your search term."
        action={<Button onClick={filters.clear}>Clear filters</Button>}
      />
    )
  if (list.counts?.all !== 0) return <EmptyState icon={Inbox} {...EMPTY_VIEWS[filters.view]} />
  return (
    <EmptyState
      icon={Inbox}
      {...EMPTY_VIEWS.all}
      action={
        current && (
          <ButtonAnchor href={current.public_url} target="_blank" rel="noopener">
            Open your page
          </ButtonAnchor>
        )
      }
    />
  )
}
