import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { pagesToShow } from './pages-to-show.ts'

export interface PaginationProps {
  /** Number of the current page, from 1. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  label?: string
}

/** Previous, numbered pages, Next. Renders nothing for a single page. */
export function Pagination({ page, pageCount, onPageChange, label = 'Pagination' }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-2 sm:justify-center">
      <Button
        variant="ghost"
        size="sm"
        icon={<ChevronLeft size={15} />}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        Previous
      </Button>
      <span className="text-sm text-ink-soft tabular-nums sm:hidden">
        Page {page} of {pageCount}
      </span>
      <ul className="hidden items-center gap-0.5 sm:flex">
        {pagesToShow(page, pageCount).map((entry) =>
          typeof entry === 'string' ? (
            <li key={entry} aria-hidden="true" className="w-6 text-center text-ink-faint">
              …
            </li>
          ) : (
            <li key={entry}>
              <Button
                variant={entry === page ? 'secondary' : 'ghost'}
                size="sm"
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                className="min-w-8 px-1! tabular-nums"
                onClick={() => onPageChange(entry)}
              >
                {entry}
              </Button>
            </li>
          ),
        )}
      </ul>
      <Button variant="ghost" size="sm" disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
        Next
        <ChevronRight size={15} aria-hidden="true" />
      </Button>
    </nav>
  )
}
