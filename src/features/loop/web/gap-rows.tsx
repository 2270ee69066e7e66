import { formatDistanceToNow } from 'date-fns'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { cx } from '../../../web/ui/class-names.ts'
import type { Group } from '../contract.ts'
import { GapBadge } from './gap-badge.tsx'
import { gapAddress, REASONS, trendOf, visitorsOf } from './gap-words.ts'

/** Arrows, or j and k, go from gap to gap. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (!step || event.metaKey || event.ctrlKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = links[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** Gaps, those first that most visitors asked. */
export function GapRows({ groups, outdated = false }: { groups: readonly Group[]; outdated?: boolean }) {
  return (
    <ul
      aria-label="Gaps"
      aria-busy={outdated}
      onKeyDown={moveFocus}
      className={cx('transition-opacity', outdated && 'opacity-60')}
    >
      {groups.map((group) => (
        <li
          key={group.id}
          className="relative flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 last:border-b-0 focus-within:bg-hover hover:bg-hover sm:flex-nowrap sm:px-5"
        >
          <div className="min-w-0 flex-1 basis-full sm:basis-0">
            <Link
              to={gapAddress(group.id)}
              className="line-clamp-2 rounded-xs font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
            >
              {group.question}
            </Link>
            <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
              {visitorsOf(group)} · last {formatDistanceToNow(new Date(group.last_asked_at), { addSuffix: true })}
            </p>
          </div>
          <Trend trend={group.trend} />
          {group.dismissed ? (
            <span className="text-sm text-ink-soft">{REASONS[group.dismissed.reason]}</span>
          ) : (
            <GapBadge group={group} />
          )}
        </li>
      ))}
    </ul>
  )
}

const ICONS = { up: TrendingUp, down: TrendingDown, level: Minus }

export function Trend({ trend }: { trend: Group['trend'] }) {
  const shown = trendOf(trend)
  if (!shown) return null
  const Icon = ICONS[shown.direction]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 text-sm tabular-nums',
        shown.direction === 'up' ? 'text-warn' : 'text-ink-soft',
      )}
    >
      <Icon size={15} aria-hidden="true" />
      {shown.text}
    </span>
  )
}
