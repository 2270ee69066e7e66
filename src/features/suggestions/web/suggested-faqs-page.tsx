import { Sparkles } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { STATUS_LABELS } from '../../faqs/web/index.ts'
import { PlanAction, WorkspacePage } from '../../workspaces/web/index.ts'
import type { SavedAs, SuggestedFaq } from '../contract.ts'
import { SuggestionRow } from './suggestion-row.tsx'
import { ADD_ALL_LABELS, waitingText } from './suggestion-words.ts'
import { type SuggestionActions, useSuggestionActions } from './use-suggestion-actions.ts'
import { useSuggestions } from './use-suggestions.ts'

const EditSuggestionDialog = lazy(() => import('./edit-suggestion-dialog.tsx'))

const STATUSES = (['draft', 'published'] as const).map((value) => ({ value, label: STATUS_LABELS[value] }))

/** /pages/suggested: FAQs found in the workspace's websites and documents. */
export const Component = () => (
  <WorkspacePage title="Suggested FAQs" subtitle="Questions that your own pages and documents answer">
    <Suggestions />
  </WorkspacePage>
)

function Suggestions() {
  const query = useSuggestions()
  const actions = useSuggestionActions()
  const [status, setStatus] = useState<SavedAs>('draft')
  if (!query.data)
    return (
      <Card padded={false}>
        {query.isError ? (
          <QueryError title="The suggestions could not be loaded" query={query} />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Card>
    )
  const { items, waiting } = query.data
  return (
    <>
      {actions.limited && <Limited text={actions.limited} />}
      {items.length === 0 ? (
        <Card padded={false}>
          <EmptyState
            title="No suggestions"
            icon={Sparkles}
            message="FAQ markup, headings that are questions, and lists of questions in your websites and documents show up here as FAQs that you can add or publish."
            action={<ButtonLink to="/knowledge">Add a website or document</ButtonLink>}
          />
        </Card>
      ) : (
        <>
          <Toolbar items={items} waiting={waiting} status={status} onStatusChange={setStatus} actions={actions} />
          <List items={items} status={status} actions={actions} />
        </>
      )}
    </>
  )
}

/** Suggestions that the plan limit refused, with a link to the plans. */
function Limited({ text }: { text: string }) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-md"
    >
      <p className="min-w-0 flex-1 basis-64">{text}</p>
      <span className="flex flex-wrap items-center gap-2">
        <ButtonLink to="/pages" size="sm">
          Archive FAQs
        </ButtonLink>
        <PlanAction label="See plans" />
      </span>
    </div>
  )
}

interface ToolbarProps {
  items: readonly SuggestedFaq[]
  waiting: number
  status: SavedAs
  onStatusChange: (status: SavedAs) => void
  actions: SuggestionActions
}

function Toolbar({ items, waiting, status, onStatusChange, actions }: ToolbarProps) {
  const [asking, setAsking] = useState(false)
  const ids = items.map(({ id }) => id)
  const addAll = () => actions.add(ids, status)
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {plural(items.length, 'suggestion')}
        {waiting > 0 && ` · ${waitingText(waiting)}`}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-ink-soft" aria-hidden="true">
          Add as
        </span>
        <Select size="sm" label="Add as" options={STATUSES} value={status} onValueChange={onStatusChange} />
        <Button
          size="sm"
          variant="primary"
          disabled={actions.busy}
          onClick={() => (status === 'published' ? setAsking(true) : addAll())}
        >
          {ADD_ALL_LABELS[status]}
        </Button>
        <Button size="sm" variant="ghost" disabled={actions.busy} onClick={() => actions.dismiss(ids)}>
          Dismiss all
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={items.length === 1 ? 'Publish 1 FAQ?' : `Publish ${items.length} FAQs?`}
        description="Visitors will see them at once. You can edit or archive each of them later."
        confirmLabel="Publish"
        onConfirm={addAll}
      />
    </div>
  )
}

interface ListProps {
  items: readonly SuggestedFaq[]
  status: SavedAs
  actions: SuggestionActions
}

function List({ items, status, actions }: ListProps) {
  const [editing, setEditing] = useState<{ suggestion: SuggestedFaq; open: boolean } | null>(null)
  const { list, leaving } = useRowFocus(
    items.map(({ id }) => id),
    '[data-add]',
  )
  return (
    <Card padded={false} className="overflow-hidden">
      <ul ref={list} aria-label="Suggested FAQs">
        {items.map((suggestion, position) => (
          <SuggestionRow
            key={suggestion.id}
            suggestion={suggestion}
            status={status}
            busy={false}
            onAdd={() => {
              leaving(position)
              actions.add([suggestion.id], status)
            }}
            onEdit={() => setEditing({ suggestion, open: true })}
            onDismiss={() => {
              leaving(position)
              actions.dismiss([suggestion.id])
            }}
          />
        ))}
      </ul>
      <Suspense>
        {editing && (
          <EditSuggestionDialog
            key={editing.suggestion.id}
            suggestion={editing.suggestion}
            status={status}
            open={editing.open}
            onOpenChange={(open) => setEditing({ ...editing, open })}
            onSaved={actions.refresh}
          />
        )}
      </Suspense>
    </Card>
  )
}
