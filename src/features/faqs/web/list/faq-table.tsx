import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Checkbox } from '../../../../web/ui/checkbox.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { HeaderCell, type SortDirection } from '../../../../web/ui/table.tsx'
import type { ListedFaq } from '../../contract.ts'
import { type FaqSort, nextSort, type SortColumn } from '../../domain/sort-faqs.ts'
import { useColumnRoom, useLabelRoom } from '../use-wide.ts'
import { handleId } from './drag-handle.tsx'
import { FaqRow, type FaqRowTools, toggleId } from './faq-row.tsx'
import type { FaqRowHandlers } from './faq-row-actions.tsx'
import { faqOptions } from './faq-row-detail.tsx'
import { useReorder } from './use-reorder.ts'
import { useRowFocus } from './use-row-focus.ts'
import type { Selection } from './use-selection.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

interface FaqTableProps {
  faqs: ListedFaq[]
  /** True while the matches are not fully known. */
  outdated: boolean
  sort: FaqSort
  onSort: (sort: FaqSort) => void
  /** The id of the FAQ that a link points at. */
  linked: string | null
  mayDelete: boolean
  handlers: FaqRowHandlers
  selection: Selection
  /** Moves a row to a position, 1..n; null where the order shown is not the one that can be changed. */
  onMove: ((faq: ListedFaq, position: number) => void) | null
}

const COLUMNS: { column: SortColumn; label: string; width?: string }[] = [
  { column: 'question', label: 'Question' },
  { column: 'category', label: 'Category', width: 'w-40' },
  { column: 'status', label: 'Status', width: 'w-34' },
]
/** The head of the page stays above, and the head of the table below it. */
const HEAD = 'top-14! z-20!'

/** Question, Category, Status, Actions. On a phone the two in the middle stand below the question. */
export function FaqTable(props: FaqTableProps) {
  const { faqs, outdated, sort, onSort, linked, mayDelete, handlers, selection, onMove } = props
  const wide = useColumnRoom()
  const labelled = useLabelRoom()
  const queryClient = useQueryClient()
  const table = useRef<HTMLTableElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const focus = useRowFocus(faqs)
  const [dragged, setDragged] = useState<string | null>(null)
  const virtual = useVirtualRows(faqs, { table, wide, kept: [focus.id, dragged, linked] })

  const { goTo } = focus
  const followed = useRef<string | null>(null)
  const linkedIsThere = linked !== null && faqs.some(({ id }) => id === linked)
  useEffect(() => {
    if (!linked || !linkedIsThere || followed.current === linked) return
    followed.current = linked
    setOpen((current) => new Set(current).add(linked))
    goTo(linked, toggleId(linked), 'center')
  }, [linked, linkedIsThere, goTo])

  const reorder = useReorder({
    faqs,
    gapAt: (y) => {
      const item = virtual.getVirtualItemForOffset(y)
      if (!item) return 0
      return y > item.start + item.size / 2 ? item.index + 1 : item.index
    },
    onMove: (faq, position) => onMove?.(faq, position),
    onKeyboardEnd: ({ id }) => requestAnimationFrame(() => goTo(id, handleId(id), 'nearest')),
  })
  const { drag } = reorder
  const draggedNow = drag?.faq.id ?? null
  if (draggedNow !== dragged) setDragged(draggedNow)

  const { select } = selection
  const tools = useMemo<FaqRowTools>(
    () => ({
      ...handlers,
      mayDelete,
      onToggle: (id) =>
        setOpen((current) => {
          const next = new Set(current)
          if (!next.delete(id)) next.add(id)
          return next
        }),
      onNear: (id) => void queryClient.prefetchQuery(faqOptions(id)),
      onSelect: select,
    }),
    [handlers, mayDelete, queryClient, select],
  )
  const direction = (column: SortColumn): SortDirection => sort?.column === column && (sort.descending ? 'desc' : 'asc')
  const openAt = useMemo(() => faqs.flatMap(({ id }, index) => (open.has(id) ? index : [])), [faqs, open])
  const measure = useCallback((node: HTMLTableSectionElement | null) => virtual.measureElement(node), [virtual])

  const items = virtual.getVirtualItems()
  const margin = virtual.options.scrollMargin
  const columns = wide ? 6 : 4
  return (
    <DndContext {...reorder.context}>
      <div
        className={cx(
          'overflow-clip rounded-lg border border-line bg-surface transition-opacity',
          outdated && 'opacity-60',
        )}
      >
        <table
          ref={table}
          aria-label="FAQs"
          aria-busy={outdated}
          aria-rowcount={faqs.length + openAt.length + 1}
          className="w-full table-fixed border-separate border-spacing-0 text-left text-md tabular-nums"
          {...focus.listeners}
        >
          <thead>
            <tr aria-rowindex={1}>
              <HeaderCell className={cx('w-8 px-0!', HEAD)}>
                <span className="sr-only">Order</span>
              </HeaderCell>
              <HeaderCell className={cx('w-7 px-0!', HEAD)}>
                <Checkbox
                  className="align-middle"
                  aria-label="Select all"
                  checked={selection.count > 0 && selection.count === faqs.length}
                  indeterminate={selection.count > 0 && selection.count < faqs.length}
                  onCheckedChange={selection.selectAll}
                />
              </HeaderCell>
              {COLUMNS.filter(({ column }) => wide || column === 'question').map(({ column, label, width }) => (
                <HeaderCell
                  key={column}
                  className={cx(width, HEAD)}
                  sort={direction(column)}
                  onSort={() => onSort(nextSort(sort, column))}
                >
                  {label}
                </HeaderCell>
              ))}
              <HeaderCell className={cx(labelled ? 'w-46' : 'w-22 coarse:w-24', 'pl-0! text-right', HEAD)}>
                Actions
              </HeaderCell>
            </tr>
          </thead>
          {items.map((item, position) => {
            const faq = faqs[item.index]
            if (!faq) return null
            const before = item.start - (items[position - 1]?.end ?? margin)
            return (
              <Fragment key={item.key}>
                {before > 0 && <Space height={before} columns={columns} />}
                <FaqRow
                  faq={faq}
                  index={item.index}
                  rowIndex={item.index + 2 + countBelow(openAt, item.index)}
                  wide={wide}
                  labelled={labelled}
                  open={open.has(faq.id)}
                  selected={selection.has(faq.id)}
                  linked={faq.id === linked}
                  movable={onMove !== null}
                  moving={drag?.faq.id === faq.id}
                  dropLine={
                    drag?.gap === item.index
                      ? 'above'
                      : drag?.gap === faqs.length && item.index === faqs.length - 1
                        ? 'below'
                        : null
                  }
                  tools={tools}
                  measure={measure}
                />
              </Fragment>
            )
          })}
          <Space height={virtual.getTotalSize() + margin - (items.at(-1)?.end ?? margin)} columns={columns} />
        </table>
      </div>
      <DragOverlay dropAnimation={null} zIndex={50}>
        {drag && (
          <div className="ml-7 w-max max-w-[min(32rem,70vw)] cursor-grabbing truncate rounded-lg border border-line-strong bg-raised px-3.5 py-2.5 text-md font-medium shadow-overlay">
            {drag.faq.question}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Takes the space of rows that are not rendered. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height < 1) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  )
}

/** Returns how many of the sorted numbers are below `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  const position = sorted.findIndex((number) => number >= limit)
  return position < 0 ? sorted.length : position
}
