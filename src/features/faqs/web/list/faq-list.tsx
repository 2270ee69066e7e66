import { useQueryClient } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import type { Faq, ListedFaq } from '../../contract.ts'
import { focusWhenClosed } from '../focus-when-closed.ts'
import { useFaqActions } from '../use-faq-actions.ts'
import { FaqBulkBar } from './faq-bulk-bar.tsx'
import { FaqListNote } from './faq-list-note.tsx'
import { toggleId } from './faq-row.tsx'
import type { FaqRowHandlers } from './faq-row-actions.tsx'
import { faqOptions } from './faq-row-detail.tsx'
import { FaqTable } from './faq-table.tsx'
import type { useFaqFilters } from './use-faq-filters.ts'
import { useFaqs } from './use-faqs.ts'
import { useSelection } from './use-selection.ts'

const loadEditDialog = () => import('../editor/edit-faq-dialog.tsx')
const EditFaqDialog = lazy(loadEditDialog)

/** The table in all its states, and the dialogs that its rows open. */
export function FaqList({ state }: { state: ReturnType<typeof useFaqFilters> }) {
  const { can } = useWorkspace()
  const queryClient = useQueryClient()
  const list = useFaqs(state.filters, state.sort)
  const actions = useFaqActions()
  const [editing, setEditing] = useState<{ faq: Faq; open: boolean } | null>(null)
  const [deleting, setDeleting] = useState<{ faq: ListedFaq; open: boolean } | null>(null)

  useEffect(() => {
    if (list.errorAt) toastError('Failed to fetch FAQs')
  }, [list.errorAt])

  const { edited } = state
  const openEdited = useEffectEvent(async (id: string | null, isCurrent: () => boolean) => {
    if (id === null) return setEditing((before) => before && { ...before, open: false })
    void loadEditDialog()
    try {
      // Edits the current FAQ of the server, since the row may be stale.
      const faq = await queryClient.fetchQuery({ ...faqOptions(id), staleTime: 0 })
      if (isCurrent()) setEditing({ faq, open: true })
    } catch (error) {
      if (!isCurrent()) return
      toastError(messageOf(error))
      state.edit(null)
    }
  })
  useEffect(() => {
    let isCurrent = true
    void openEdited(edited, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [edited])
  /** Rows are not rendered again when the address changes. */
  const edit = useRef(state.edit)
  useEffect(() => {
    edit.current = state.edit
  })

  const handlers = useMemo<FaqRowHandlers>(() => {
    return {
      onPublish: actions.publish,
      onUnpublish: actions.unpublish,
      onArchive: actions.archive,
      onRestore: actions.restore,
      onEdit: ({ id }) => edit.current(id),
      onDelete: (faq) => setDeleting({ faq, open: true }),
    }
  }, [actions])

  const confirmDelete = async ({ id }: ListedFaq) => {
    const index = list.items.findIndex((faq) => faq.id === id)
    const neighbor = list.items[index + 1] ?? list.items[index - 1]
    await actions.remove(id)
    if (neighbor) focusWhenClosed(() => document.getElementById(toggleId(neighbor.id)))
  }

  return (
    <>
      <FaqListBody
        list={list}
        state={state}
        handlers={handlers}
        mayDelete={can('faq.delete')}
        onMove={state.filtered || state.sort || !list.complete ? null : actions.moveTo}
      />
      <Suspense>
        {editing && (
          <EditFaqDialog
            faq={editing.faq}
            open={editing.open}
            onOpenChange={(open) => (open ? state.edit(editing.faq.id) : state.closeEdited())}
            fullPage={state.isFullPage}
            onFullPage={state.setFullPage}
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
  onMove: ((faq: ListedFaq, position: number) => void) | null
}

function FaqListBody({ list, state, handlers, mayDelete, onMove }: FaqListBodyProps) {
  const selection = useSelection(list.items)
  return (
    <>
      {list.items.length === 0 ? (
        <>
          {/* Placeholder of the count; the rows replace their skeletons. */}
          {list.pending && !list.error && <div className="mb-2 h-8" />}
          <NoFaqs list={list} state={state} />
        </>
      ) : (
        <>
          <FaqListNote shown={list.items.length} total={list.total} state={state} />
          <FaqTable
            faqs={list.items}
            outdated={list.outdated}
            sort={state.sort}
            onSort={state.setSort}
            linked={state.linked}
            mayDelete={mayDelete}
            handlers={handlers}
            selection={selection}
            onMove={onMove}
          />
        </>
      )}
      <FaqBulkBar selection={selection} mayDelete={mayDelete} />
    </>
  )
}

function NoFaqs({ list, state }: Pick<FaqListBodyProps, 'list' | 'state'>) {
  return (
    <Card padded={false}>
      {list.error ? (
        <ErrorState
          title="Your FAQs could not be loaded"
          message={messageOf(list.error)}
          onRetry={list.retry}
          retrying={list.retrying}
        />
      ) : list.pending ? (
        <SkeletonRows rows={8} />
      ) : state.filtered ? (
        <EmptyState
          title="No FAQs match your filters"
          message="Try other words, or another category or status."
          action={<Button onClick={state.clear}>Clear filters</Button>}
        />
      ) : (
        <EmptyState
          title="No FAQs yet"
          icon={FileQuestion}
          message={'No FAQs found. Click "Create FAQ" to add your first FAQ.'}
          action={
            <>
              <ButtonLink to="/pages/suggested">Find questions in my content</ButtonLink>
              <ButtonLink to="/pages/import">Import a file</ButtonLink>
            </>
          }
        />
      )}
    </Card>
  )
}
