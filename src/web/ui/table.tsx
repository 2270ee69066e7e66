import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A table in a frame that scrolls sideways itself, never the page. `label` is the accessible name. */
export function Table({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={cx('relative overflow-x-auto rounded-lg border border-line bg-surface', className)}>
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-left text-md tabular-nums">
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  )
}

export type SortDirection = 'asc' | 'desc' | false

export interface HeaderCellProps extends Omit<ComponentProps<'th'>, 'scope'> {
  /** Current direction; together with `onSort` the header becomes a button. */
  sort?: SortDirection
  onSort?: () => void
}

export function HeaderCell({ sort, onSort, className, children, ...rest }: HeaderCellProps) {
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={onSort ? (sort === 'asc' ? 'ascending' : sort === 'desc' ? 'descending' : 'none') : undefined}
      className={cx(
        'sticky top-0 z-10 h-10 border-b border-line bg-surface px-4 text-xs font-medium whitespace-nowrap text-ink-faint',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx('-mx-1 inline-flex h-7 items-center gap-1 rounded-xs px-1 hover:text-ink', sort && 'text-ink')}
        >
          {children}
          <SortIcon sort={sort ?? false} />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

function SortIcon({ sort }: { sort: SortDirection }) {
  if (sort === 'asc') return <ArrowUp size={13} aria-hidden="true" />
  if (sort === 'desc') return <ArrowDown size={13} aria-hidden="true" />
  return <ChevronsUpDown size={13} aria-hidden="true" className="opacity-60" />
}

export function TableBody({ children, ...rest }: ComponentProps<'tbody'>) {
  return <tbody {...rest}>{children}</tbody>
}

export interface RowProps extends ComponentProps<'tr'> {
  selected?: boolean
}

/** A row, 44 px high. RowActions inside it appear on hover and focus. */
export function Row({ selected = false, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      className={cx(
        'group/row h-11 transition-colors [&:last-child>*]:border-b-0',
        selected ? 'bg-selected' : 'hover:bg-hover',
        className,
      )}
    />
  )
}

const cellClasses = 'border-b border-line px-4 py-1.5 align-middle'

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cx(cellClasses, className)} />
}

/** The header cell of a row: screen readers announce it with each other cell. */
export function RowHeaderCell({ className, ...rest }: Omit<ComponentProps<'th'>, 'scope'>) {
  return <th {...rest} scope="row" className={cx(cellClasses, 'text-left font-normal', className)} />
}

interface RowActionsProps {
  children: ReactNode
  /** For actions that are needed often; others are visible while the row is in use. */
  isAlwaysVisible?: boolean
  className?: string
}

/** Actions that are hidden until the row is hovered or focused; always visible on touch screens. */
export function RowActions({ children, isAlwaysVisible = false, className }: RowActionsProps) {
  return (
    <div
      className={cx(
        'flex items-center justify-end gap-0.5',
        !isAlwaysVisible &&
          'opacity-0 transition-opacity group-hover/row:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A bar at the bottom of the page that slides in while rows are selected. */
export function BulkBar({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-overlay transition-[opacity,translate] duration-180 starting:translate-y-2 starting:opacity-0">
      <span role="status" className="text-md font-medium tabular-nums">
        {label}
      </span>
      <div className="flex items-center gap-1.5">{children}</div>
    </div>
  )
}
