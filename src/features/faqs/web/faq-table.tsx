import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { HeaderCell, type SortDirection, Table, TableBody, TableHead } from '../../../web/ui/table.tsx'
import type { Faq } from '../contract.ts'
import { type FaqSort, nextSort, type SortColumn } from '../domain/sort-faqs.ts'
import { FaqRow } from './faq-row.tsx'
import type { FaqRowHandlers } from './faq-row-actions.tsx'
import { useWide } from './use-wide.ts'

interface FaqTableProps {
  faqs: Faq[]
  /** The rows belong to the filters before; new ones are on their way. */
  outdated: boolean
  sort: FaqSort
  onSort: (sort: FaqSort) => void
  /** The id of the FAQ that a link points at. */
  linked: string | null
  mayDelete: boolean
  handlers: FaqRowHandlers
}

const COLUMNS: { column: SortColumn; label: string; width: string }[] = [
  { column: 'question', label: 'Question', width: 'w-full' },
  { column: 'category', label: 'Category', width: 'min-w-32' },
  { column: 'status', label: 'Status', width: 'min-w-32' },
]

/** Question, Category, Status, Actions. On a phone the two in the middle stand below the question. */
export function FaqTable({ faqs, outdated, sort, onSort, linked, mayDelete, handlers }: FaqTableProps) {
  const wide = useWide()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [followed, setFollowed] = useState<string | null>(null)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked) setOpen((current) => new Set(current).add(linked))
  }
  const [toggle] = useState(() => (id: string) => {
    setOpen((current) => {
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
  })
  const direction = (column: SortColumn): SortDirection => sort?.column === column && (sort.descending ? 'desc' : 'asc')

  return (
    <Table label="FAQs" className={cx('transition-opacity', outdated && 'opacity-60')}>
      <TableHead>
        {COLUMNS.filter(({ column }) => wide || column === 'question').map(({ column, label, width }) => (
          <HeaderCell
            key={column}
            className={width}
            sort={direction(column)}
            onSort={() => onSort(nextSort(sort, column))}
          >
            {label}
          </HeaderCell>
        ))}
        <HeaderCell className="text-right">Actions</HeaderCell>
      </TableHead>
      <TableBody aria-busy={outdated}>
        {faqs.map((faq) => (
          <FaqRow
            key={faq.id}
            faq={faq}
            wide={wide}
            open={open.has(faq.id)}
            linked={faq.id === linked}
            mayDelete={mayDelete}
            onToggle={toggle}
            handlers={handlers}
          />
        ))}
      </TableBody>
    </Table>
  )
}

/** Below the table while it does not show all there is. */
export function MoreFaqs({ shown, loading, onMore }: { shown: number; loading: boolean; onMore: () => void }) {
  return (
    <div className="mt-4 flex items-center justify-center gap-4 text-md text-ink-soft">
      <span role="status" className="tabular-nums">
        Showing {shown.toLocaleString('en')} FAQs
      </span>
      <Button size="sm" loading={loading} onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
