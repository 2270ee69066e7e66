import { Link } from 'react-router'
import { formatNumber } from '../kernel/format.ts'
import { cx } from '../web/ui/class-names.ts'
import type { NavigationSection } from '../web/ui/navigation-item.ts'

const noCount = () => 0

interface SectionLinkProps {
  section: NavigationSection
  isCurrent: boolean
  onClick?: (() => void) | undefined
  className: string
}

/** A page below an entry of the sidebar, with its number. */
export function SectionLink({ section, isCurrent, onClick, className }: SectionLinkProps) {
  // A section always has the same hook.
  const { useCount = noCount } = section
  const count = useCount()
  return (
    <Link
      to={section.to}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'items-center gap-2 rounded-md text-md whitespace-nowrap transition-colors',
        isCurrent ? 'bg-hover font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <span className="min-w-0 flex-1 truncate">{section.label}</span>
      {count > 0 && <span className="text-sm text-ink-soft tabular-nums">{formatNumber(count)}</span>}
    </Link>
  )
}
