import { formatDistanceToNow } from 'date-fns'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { cx } from '../../../web/ui/class-names.ts'
import type { Group } from '../contract.ts'
import { GapBadge } from './gap-badge.tsx'
import { gapAddress, REASONS, trendOf, visitorsOf } from './gap-words.ts'
import { LinkedRow, LinkedRows } from './linked-rows.tsx'

/** Gaps, those first that most visitors asked. */
export function GapRows({ groups, outdated = false }: { groups: readonly Group[]; outdated?: boolean }) {
  return (
    <LinkedRows label="Gaps" outdated={outdated}>
      {groups.map((group) => (
        <LinkedRow
          key={group.id}
          to={gapAddress(group.id)}
          title={group.question}
          about={
            <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
              {visitorsOf(group)} · last {formatDistanceToNow(new Date(group.last_asked_at), { addSuffix: true })}
            </p>
          }
        >
          <Trend trend={group.trend} />
          {group.dismissed ? (
            <span className="text-sm text-ink-soft">{REASONS[group.dismissed.reason]}</span>
          ) : (
            <GapBadge group={group} />
          )}
        </LinkedRow>
      ))}
    </LinkedRows>
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
