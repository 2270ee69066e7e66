import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Faq } from '../contract.ts'
import { toggleId } from './faq-row.tsx'
import type { FaqRowHandlers } from './faq-row-actions.tsx'
import { FaqTable, MoreFaqs } from './faq-table.tsx'
import { focusWhenClosed } from './focus-when-closed.ts'
import { useFaqActions } from './use-faq-actions.ts'
import type { useFaqFilters } from './use-faq-filters.ts'
import { useFaqs } from './use-faqs.ts'

const EditFaqDialog = lazy(() => import('./edit-faq-dialog.tsx'))

/** The table in all its states, and the dialogs that its rows open. */
export function FaqList({ state }: { state: ReturnType<typeof useFaqFilters> }) {
  const { can } = useWorkspace()
  const list = useFaqs(state.filters, state.sort, state.linked)
  const actions = useFaqActions()
  const [editing, setEditing] = useState<{ faq: Faq; open: boolean } | null>(null)
  const [deleting, setDeleting] = useState<{ faq: Faq; open: boolean } | null>(null)

  useEffect(() => {
    if (list.errorAt) toastError('Failed to fetch FAQs')
  }, [list.errorAt])

  const handlers = useMemo<FaqRowHandlers>(
    () => ({
      onApprove: actions.approve,
      onReject: actions.reject,
      onArchive: actions.archive,
      onRestore: actions.restore,
      onEdit: (faq) => setEditing({ faq, open: true }),
      onDelete: (faq) => setDeleting({ faq, open: true }),
    }),
    [actions],
  )

  const confirmDelete = async ({ id }: Faq) => {
    const index = list.items.findIndex((faq) => faq.id === id)
    const neighbour = list.items[index + 1] ?? list.items[index - 1]
    await actions.remove(id)
    if (neighbour) focusWhenClosed(() => document.getElementById(toggleId(neighbour.id)))
  }

  return (
    <>
      <FaqListBody list={list} state={state} handlers={handlers} mayDelete={can('faq.delete')} />
      <Suspense>
        {editing && (
          <EditFaqDialog
            faq={editing.faq}
            open={editing.open}
            onOpenChange={(open) => setEditing({ faq: editing.faq, open })}
          />
        )}
      </Suspense>
      {deleting && (
        <ConfirmDialog
          open={deleting.open}
          onOpenChange={(open) => setDeleting({ faq: deleting.faq, open })}
          title="Delete FAQ"
          description="Are you sure you want to delete this FAQ? It stays in the trash for 30 days."
          confirmLabel="Delete"
          destructive
          onConfirm={() => confirmDelete(deleting.faq)}
        />
      )}
    </>
  )
}

interface FaqListBodyProps {
  list: ReturnType<typeof useFaqs>
  state: ReturnType<typeof useFaqFilters>
  handlers: FaqRowHandlers
  mayDelete: boolean
}

function FaqListBody({ list, state, handlers, mayDelete }: FaqListBodyProps) {
  if (list.pending && !list.error) {
    return (
      <Card padded={false}>
        <SkeletonRows rows={8} />
      </Card>
    )
  }
  if (list.items.length === 0) {
    return (
      <Card padded={false}>
        {list.error ? (
          <ErrorState
            title="Your FAQs could not be loaded"
            message={messageOf(list.error)}
            onRetry={list.retry}
            retrying={list.retrying}
          />
        ) : list.loadingMore ? (
          <SkeletonRows rows={8} />
        ) : state.filtered ? (
          <EmptyState
            title="No FAQs match your filters"
            message="Try other words, or another category or status."
            action={<Button onClick={state.clear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState title="No FAQs yet" message={'No FAQs found. Click "Create FAQ" to add your first FAQ.'} />
        )}
      </Card>
    )
  }
  return (
    <>
      <FaqTable
        faqs={list.items}
        outdated={list.outdated}
        sort={state.sort}
        onSort={state.setSort}
        linked={state.linked}
        mayDelete={mayDelete}
        handlers={handlers}
      />
      {list.hasMore && <MoreFaqs shown={list.items.length} loading={list.loadingMore} onMore={list.showMore} />}
    </>
  )
}
