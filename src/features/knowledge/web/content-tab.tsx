import { Text } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SearchBox } from '../../../web/ui/search-box.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { BulkBar } from '../../../web/ui/table.tsx'
import { useSearchText } from '../../../web/ui/use-search-text.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { ContentItem, SourceType } from '../contract.ts'
import { ContentStats } from './content-stats.tsx'
import { ContentTable, keyOf } from './content-table.tsx'
import { DeleteContentDialog } from './delete-content-dialog.tsx'
import { TYPE_LABELS } from './source-labels.ts'
import { useContent, useContentFilters } from './use-content.ts'

const ALL = 'all'
const NONE: ReadonlySet<string> = new Set()

/** All content that answers can use, from every source. */
export function ContentTab() {
  const { can } = useWorkspace()
  const filters = useContentFilters()
  const { list, stats, pageCount } = useContent(filters)
  const [text, setText] = useSearchText(filters.q, filters.setQ)
  const [selected, setSelected] = useState(NONE)
  const [deleting, setDeleting] = useState(false)
  const items = list.data?.items ?? []
  // The selection contains only visible rows: rows that disappear are deselected.
  const chosen = items.filter((item) => selected.has(keyOf(item)))
  const present = stats.data?.types.map(({ source_type }) => source_type) ?? []
  const types = filters.type && !present.includes(filters.type) ? [...present, filters.type] : present

  return (
    <>
      {!stats.isLoadingError && <ContentStats stats={stats.data} />}
      <search className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox value={text} onValueChange={setText} placeholder="Search content..." />
        <div className="w-44 max-lg:flex-1">
          <Select<SourceType | typeof ALL>
            label="Source"
            options={[
              { value: ALL, label: 'All Sources' },
              ...types.map((type) => ({ value: type, label: TYPE_LABELS[type].many })),
            ]}
            value={filters.type ?? ALL}
            onValueChange={(type) => filters.setType(type === ALL ? null : type)}
          />
        </div>
        {filters.filtered && (
          <Button variant="ghost" onClick={filters.clear}>
            Clear filters
          </Button>
        )}
      </search>
      {list.isPending ? (
        <Card padded={false}>
          <SkeletonRows />
        </Card>
      ) : items.length > 0 ? (
        <>
          <ContentTable
            items={items}
            outdated={list.isPlaceholderData}
            selected={can('source.write') ? selected : null}
            onSelect={setSelected}
          />
          <div className="mt-5">
            <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
          </div>
        </>
      ) : (
        <Card padded={false}>
          <Nothing list={list} filters={filters} />
        </Card>
      )}
      {chosen.length > 0 && (
        <BulkBar label={selectedLabel(chosen)}>
          <Button size="sm" variant="ghost" onClick={() => setSelected(NONE)}>
            Clear selection
          </Button>
          <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
            Delete Selected
          </Button>
        </BulkBar>
      )}
      <DeleteContentDialog open={deleting} onOpenChange={setDeleting} items={chosen} onDone={() => setSelected(NONE)} />
    </>
  )
}

const selectedLabel = ({ length }: ContentItem[]) => `${length} ${length === 1 ? 'item' : 'items'} selected`

type NothingProps = { list: ReturnType<typeof useContent>['list']; filters: ReturnType<typeof useContentFilters> }

function Nothing({ list, filters }: NothingProps) {
  if (list.isError) return <QueryError title="The content could not be loaded" query={list} />
  if (filters.filtered)
    return (
      <EmptyState
        title="Nothing matches"
        message="No content matches these filters."
        action={<Button onClick={filters.clear}>Clear filters</Button>}
      />
    )
  if (filters.page > 1)
    return <EmptyState title="Nothing here" action={<Button onClick={() => filters.setPage(1)}>First page</Button>} />
  return (
    <EmptyState
      title="No content yet"
      icon={Text}
      message="No content found. Add some knowledge sources to get started."
    />
  )
}
