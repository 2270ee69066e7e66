import { BookOpen, TextCursorInput } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SearchBox } from '../../../web/ui/search-box.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { HeaderCell, Table, TableBody, TableHead } from '../../../web/ui/table.tsx'
import { useSearchText } from '../../../web/ui/use-search-text.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { SOURCE_KIND_REGISTRY, SOURCE_KINDS, type Source, type SourceKind, type SourceState } from '../contract.ts'
import { LedgerRow } from './ledger-row.tsx'
import { STATE_OPTIONS } from './source-labels.ts'
import { useLedger, useSourceActions } from './use-ledger.ts'
import type { useLedgerFilters } from './use-ledger-filters.ts'

const AddTextDialog = lazy(() => import('./add-text-dialog.tsx'))
const HelpedQuestionsDialog = lazy(() => import('./helped-questions-dialog.tsx'))
const ReadTextDialog = lazy(() => import('./read-text-dialog.tsx'))
const SourceSettingsDialog = lazy(() => import('./source-settings-dialog.tsx'))

const ALL = 'all'

/** Every file, page and text with its state and the reason for it: nothing is lost without a word. */
export function Ledger({ state }: { state: ReturnType<typeof useLedgerFilters> }) {
  const { can } = useWorkspace()
  const { filters } = state
  /** null until it is asked for the first time. */
  const [writing, setWriting] = useState<boolean | null>(null)
  const [text, setText] = useSearchText(filters.q, state.setQ)
  const list = useLedger(filters)
  return (
    <section aria-labelledby="ledger" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="ledger" className="text-base font-semibold">
          Your sources
        </h2>
        <search aria-label="Sources" className="flex flex-wrap items-center gap-2 max-lg:w-full">
          <SearchBox value={text} onValueChange={setText} placeholder="Search sources..." className="lg:w-56" />
          <div className="w-36 max-lg:flex-1">
            <Select<SourceKind | typeof ALL>
              label="Kind"
              options={[
                { value: ALL, label: 'All kinds' },
                ...SOURCE_KINDS.map((kind) => ({ value: kind, label: SOURCE_KIND_REGISTRY[kind].label.many })),
              ]}
              value={filters.kind ?? ALL}
              onValueChange={(kind) => state.setKind(kind === ALL ? null : kind)}
            />
          </div>
          <div className="w-36 max-lg:flex-1">
            <Select<SourceState | typeof ALL>
              label="State"
              options={[{ value: ALL, label: 'All states' }, ...STATE_OPTIONS]}
              value={filters.state ?? ALL}
              onValueChange={(next) => state.setState(next === ALL ? null : next)}
            />
          </div>
          {can('source.write') && (
            <Button icon={<TextCursorInput size={15} />} onClick={() => setWriting(true)}>
              Add text
            </Button>
          )}
          {state.filtered && (
            <Button variant="ghost" onClick={state.clear} className="lg:order-first">
              Clear filters
            </Button>
          )}
        </search>
      </div>
      <LedgerBody list={list} filtered={state.filtered} onClear={state.clear} />
      <Suspense>{writing !== null && <AddTextDialog open={writing} onOpenChange={setWriting} />}</Suspense>
    </section>
  )
}

type What = 'text' | 'helped' | 'settings' | 'delete'

interface LedgerBodyProps {
  list: ReturnType<typeof useLedger>
  filtered: boolean
  onClear: () => void
}

function LedgerBody({ list, filtered, onClear }: LedgerBodyProps) {
  const { workspace, can } = useWorkspace()
  const { retry, toggleWhole, remove } = useSourceActions()
  const [opened, setOpened] = useState<{ what: What; source: Source; open: boolean; turn: number } | null>(null)
  const show = (what: What) => (source: Source) =>
    setOpened((last) => ({ what, source, open: true, turn: (last?.turn ?? 0) + 1 }))
  const dialog = (what: What) => ({
    open: opened?.what === what && opened.open,
    onOpenChange: (open: boolean) => setOpened((current) => current && { ...current, open }),
  })

  if (list.isPending)
    return (
      <Card padded={false}>
        <SkeletonRows rows={4} />
      </Card>
    )
  if (list.items.length === 0)
    return (
      <Card padded={false}>
        {list.isError ? (
          <QueryError title="Your sources could not be loaded" query={list} />
        ) : filtered ? (
          <EmptyState
            title="Nothing matches"
            message="No source matches these filters."
            action={<Button onClick={onClear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState
            title="No sources yet"
            icon={BookOpen}
            message="Documents, websites and texts that you add appear here with their state."
          />
        )}
      </Card>
    )
  return (
    <>
      <Table label="Sources" className={cx('transition-opacity', list.isPlaceholderData && 'opacity-60')}>
        <TableHead>
          <HeaderCell className="w-full">Source</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell className="text-right max-lg:hidden">Passages</HeaderCell>
          <HeaderCell className="max-lg:hidden">Last seen</HeaderCell>
          <HeaderCell className="text-right">Actions</HeaderCell>
        </TableHead>
        <TableBody>
          {list.items.map((source) => (
            <LedgerRow
              key={source.id}
              source={source}
              mayWrite={can('source.write')}
              mayImport={can('faq.import')}
              workspace={workspace}
              onRead={show('text')}
              onShowHelped={show('helped')}
              onChange={show('settings')}
              onRetry={retry}
              onToggleWhole={toggleWhole}
              onDelete={show('delete')}
            />
          ))}
        </TableBody>
      </Table>
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
      <Suspense>
        {opened?.what === 'text' && <ReadTextDialog source={opened.source} {...dialog('text')} />}
        {opened?.what === 'helped' && <HelpedQuestionsDialog source={opened.source} {...dialog('helped')} />}
        {opened?.what === 'settings' && (
          <SourceSettingsDialog key={opened.turn} source={opened.source} {...dialog('settings')} />
        )}
      </Suspense>
      {opened && (
        <ConfirmDialog
          {...dialog('delete')}
          title="Delete Content"
          description={
            opened.source.website_id || opened.source.integration_id
              ? `“${opened.source.title}” no longer answers, and is left out when the ${opened.source.website_id ? 'website' : 'service'} is read again.`
              : `“${opened.source.title}” and everything created from it will be deleted. This action cannot be undone.`
          }
          confirmLabel="Delete"
          destructive
          onConfirm={() => remove(opened.source)}
        />
      )}
    </>
  )
}
