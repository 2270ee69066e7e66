import { lazy, Suspense, useEffect, useState } from 'react'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx'
import { focusWhenClosed } from '../../faqs/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Question } from '../contract.ts'
import { QuestionDetails } from './question-details.tsx'
import { detailsId, QuestionRow, type QuestionRowHandlers } from './question-row.tsx'
import { QuestionSkeleton } from './question-skeleton.tsx'
import { useNow } from './use-now.ts'
import { useQuestionActions } from './use-question-actions.ts'
import type { QuestionFilters } from './use-question-filters.ts'
import type { useQuestions } from './use-questions.ts'

const MoveToFaqDialog = lazy(() => import('./move-to-faq-dialog.tsx'))

type Opened = { what: 'details' | 'move' | 'delete'; question: Question; open: boolean }

interface QuestionListProps {
  list: ReturnType<typeof useQuestions>
  filters: QuestionFilters
}

/** One page of the inbox in all its states, and the dialogs that its rows open. */
export function QuestionList({ list, filters }: QuestionListProps) {
  const { can } = useWorkspace()
  const { remove } = useQuestionActions()
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    if (list.errorAt) toastError('Failed to load messages')
  }, [list.errorAt])

  const show = (what: Opened['what']) => (question: Question) => setOpened({ what, question, open: true })
  const dialog = (what: Opened['what']) => ({
    open: opened?.what === what && opened.open,
    onOpenChange: (open: boolean) => setOpened((current) => current && { ...current, open }),
  })
  const confirmDelete = async ({ id }: Question) => {
    const index = list.items.findIndex((question) => question.id === id)
    const neighbour = list.items[index + 1] ?? list.items[index - 1]
    await remove(id)
    if (neighbour) focusWhenClosed(() => document.getElementById(detailsId(neighbour.id)))
  }

  return (
    <>
      <QuestionListBody
        list={list}
        filters={filters}
        mayWrite={can('question.write')}
        handlers={{ onDetails: show('details'), onMove: show('move'), onDelete: show('delete') }}
      />
      <VisuallyHidden live>{list.arrived > 0 ? 'New question received' : ''}</VisuallyHidden>
      {opened && (
        <>
          <QuestionDetails
            question={opened.question}
            {...dialog('details')}
            onMove={can('question.write') ? show('move') : undefined}
          />
          <Suspense>
            {opened.what === 'move' && <MoveToFaqDialog question={opened.question} {...dialog('move')} />}
          </Suspense>
          <ConfirmDialog
            {...dialog('delete')}
            title="Delete Message"
            description="Are you sure you want to delete this message? This action cannot be undone."
            confirmLabel="Delete"
            destructive
            onConfirm={() => confirmDelete(opened.question)}
          />
        </>
      )}
    </>
  )
}

interface QuestionListBodyProps extends QuestionListProps {
  mayWrite: boolean
  handlers: QuestionRowHandlers
}

function QuestionListBody({ list, filters, mayWrite, handlers }: QuestionListBodyProps) {
  const now = useNow()
  if (list.pending && !list.error) return <QuestionSkeleton />
  if (list.items.length === 0) {
    return (
      <Card padded={false}>
        {list.error ? (
          <ErrorState
            title="Your questions could not be loaded"
            message={messageOf(list.error)}
            onRetry={list.retry}
            retrying={list.retrying}
          />
        ) : filters.filtered ? (
          <EmptyState
            title="No messages match your search"
            message="Try adjusting your search term."
            action={<Button onClick={filters.clear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState title="No messages yet" message="Messages from your public FAQ page will appear here." />
        )}
      </Card>
    )
  }
  return (
    <>
      <Card padded={false} className={cx('overflow-hidden transition-opacity', list.outdated && 'opacity-60')}>
        <ul aria-label="Questions" aria-busy={list.outdated}>
          {list.items.map((question) => (
            <QuestionRow key={question.id} question={question} now={now} mayWrite={mayWrite} handlers={handlers} />
          ))}
        </ul>
      </Card>
      <div className="mt-5">
        <Pagination page={filters.page} pageCount={list.pageCount} onPageChange={(page) => filters.setPage(page)} />
      </div>
    </>
  )
}
