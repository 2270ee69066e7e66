import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../../../kernel/text.ts'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Page } from '../../../../web/ui/page.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SearchBox } from '../../../../web/ui/search-box.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { BulkBar } from '../../../../web/ui/table.tsx'
import { useSearchText } from '../../../../web/ui/use-search-text.ts'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { RESTORE_MAX, TRASH_DAYS } from '../../contract.ts'
import { TrashTable } from './trash-table.tsx'
import { usePurge, useRestore, useTrash } from './use-trash.ts'

const SEARCH_MAX = 200
/** Selection for final deletion: some, or everything. */
type PendingPurge = { ids: string[] | null; open: boolean }

/** /pages/trash: FAQs that were deleted, for as long as they can be brought back. */
export function Component() {
  const { workspace, can } = useWorkspace()
  const { params, change } = useUrlParameters()
  const query = (params.get('q') ?? '').slice(0, SEARCH_MAX)
  const [text, setText] = useSearchText(query, (next) => change({ q: next.slice(0, SEARCH_MAX) }, true))
  const trash = useTrash(query)
  const restore = useRestore()
  const purge = usePurge()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [pendingPurge, setPendingPurge] = useState<PendingPurge>({ ids: null, open: false })

  const items = trash.data?.pages.flatMap((page) => page.items)
  const total = trash.data?.pages[0]?.total ?? 0
  // Another user may have restored or deleted some: rows that are gone are deselected.
  const chosen = (items ?? []).filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const mayPurge = can('faq.bulk')
  const restoreFaqs = (ids: string[]) => {
    restore.mutate({ ids })
    setSelected(new Set())
  }
  const ask = (ids: string[] | null) => setPendingPurge({ ids, open: true })
  const count = pendingPurge.ids === null ? total : pendingPurge.ids.length

  const body = () => {
    if (!workspace) return <EmptyState title="No workspace selected" />
    if (trash.isError && !items) return <QueryError title="The trash could not be loaded" query={trash} />
    if (!items) return <SkeletonRows rows={6} />
    if (items.length === 0)
      return query ? (
        <EmptyState
          title="No deleted FAQ matches your search"
          message="Try other words."
          action={<Button onClick={() => setText('')}>Clear search</Button>}
        />
      ) : (
        <EmptyState
          title="The trash is empty"
          icon={Trash2}
          message={`FAQs you delete stay here for ${TRASH_DAYS} days.`}
        />
      )
    return null
  }
  const instead = body()

  return (
    <Page>
      <PageHeader
        title="Trash"
        subtitle={`Deleted FAQs. After ${TRASH_DAYS} days they are deleted permanently.`}
        actions={
          mayPurge &&
          total > 0 && (
            <Button variant="danger" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => ask(null)}>
              Empty trash
            </Button>
          )
        }
      />
      {workspace && (total > 0 || query) && (
        <search className="mb-4 block">
          <SearchBox value={text} onValueChange={setText} placeholder="Search the trash..." />
        </search>
      )}
      {instead ? (
        <Card padded={false}>{instead}</Card>
      ) : (
        <TrashTable
          items={items ?? []}
          outdated={trash.isPlaceholderData}
          selected={selected}
          onSelect={setSelected}
          onRestore={(id) => restoreFaqs([id])}
          onPurge={mayPurge ? (id) => ask([id]) : null}
        />
      )}
      {trash.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button loading={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <BulkBar label={`${chosen.length} selected`}>
          <Button size="sm" disabled={chosen.length > RESTORE_MAX} onClick={() => restoreFaqs(chosen)}>
            Restore
          </Button>
          {mayPurge && (
            <Button size="sm" variant="danger-ghost" disabled={chosen.length > RESTORE_MAX} onClick={() => ask(chosen)}>
              Delete permanently
            </Button>
          )}
        </BulkBar>
      )}
      <ConfirmDialog
        open={pendingPurge.open}
        onOpenChange={(open) => setPendingPurge({ ...pendingPurge, open })}
        title={pendingPurge.ids === null ? 'Empty trash' : 'Delete permanently'}
        description={`Are you sure you want to delete ${plural(count, 'FAQ')} permanently, with ${count === 1 ? 'its' : 'their'} history? This action cannot be undone.`}
        confirmLabel={pendingPurge.ids === null ? 'Empty trash' : 'Delete permanently'}
        destructive
        onConfirm={async () => {
          await purge.mutateAsync(pendingPurge.ids)
          setSelected(new Set())
        }}
      />
    </Page>
  )
}
