import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../ui/class-names.ts'

/** Arrows, or j and k, go from row to row. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (!step || event.metaKey || event.ctrlKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const position = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = links[position + step]
  if (position < 0 || !next) return
  event.preventDefault()
  next.focus()
}

export interface LinkedRowsProps {
  label: string
  /** Rows of the former page stay until the new one has loaded. */
  outdated: boolean
  /** LinkedRow elements. */
  children: ReactNode
}

/** A list whose rows lead to what they are about. */
export function LinkedRows({ label, outdated, children }: LinkedRowsProps) {
  return (
    <ul
      aria-label={label}
      aria-busy={outdated}
      onKeyDown={moveFocus}
      className={cx('transition-opacity', outdated && 'opacity-60')}
    >
      {children}
    </ul>
  )
}

export interface LinkedRowProps {
  to: string
  title: string
  /** A line below the title. */
  about: ReactNode
  /** At the end of the row; below the title where it lacks space. */
  children: ReactNode
}

export function LinkedRow({ to, title, about, children }: LinkedRowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-5 py-3 last:border-b-0 focus-within:bg-hover hover:bg-hover">
      <div className="min-w-0 flex-1 basis-full sm:basis-72">
        <Link
          to={to}
          className="line-clamp-2 rounded-xs font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {title}
        </Link>
        {about}
      </div>
      {children}
    </li>
  )
}
