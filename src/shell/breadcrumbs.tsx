import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { cx } from '../web/ui/class-names.ts'
import { usePageTitle } from '../web/ui/page-title.ts'
import { breadcrumbsOf } from './breadcrumbs-of.ts'
import { useNavigationEntries } from './use-navigation-entries.ts'

/** The way from an entry of the sidebar to the open page, unless that is the entry's own page. */
export function Breadcrumbs() {
  const { items, current, parent } = useNavigationEntries()
  const title = usePageTitle()
  const { pathname } = useLocation()
  const crumbs = breadcrumbsOf(items.find(({ to }) => to === parent) ?? null, current, pathname)
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-md">
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map(({ label, to }, index) => (
          // On a phone there is room for the page above alone.
          <li
            key={to}
            className={cx('shrink-0 items-center gap-1', index < crumbs.length - 1 ? 'hidden sm:flex' : 'flex')}
          >
            <Link
              to={to}
              className="flex items-center gap-1 rounded-md px-1.5 py-1 text-ink-soft hover:bg-hover hover:text-ink coarse:min-h-11"
            >
              <ChevronLeft size={15} aria-hidden="true" className="text-ink-faint sm:hidden" />
              {label}
            </Link>
            <ChevronRight size={14} aria-hidden="true" className="text-ink-faint max-sm:hidden" />
          </li>
        ))}
        <li className="min-w-0 max-sm:hidden">
          <span aria-current="page" className="block truncate px-1.5 font-medium text-ink">
            {title}
          </span>
        </li>
      </ol>
    </nav>
  )
}
