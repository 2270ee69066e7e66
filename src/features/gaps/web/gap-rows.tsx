import { formatDistanceToNow } from 'date-fns'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { LinkedRow, LinkedRows } from '../../../web/list/linked-rows.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import type { Gap } from '../contract.ts'
import { GapBadge } from './gap-badge.tsx'
import { DISMISS_REASON_LABELS, describeTrend, gapAddress, visitorCountText } from './gap-words.ts'

/** Gaps, those first that most visitors asked. */
export function GapRows({ gaps, outdated = false }: { gaps: readonly Gap[]; outdated?: boolean }) {
  return (
    <LinkedRows label="Gaps" outdated={outdated}>
      {gaps.map((gap) => (
        <LinkedRow
          key={gap.id}
          to={gapAddress(gap.id)}
          title={gap.question}
          about={
            <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
              {visitorCountText(gap)} · last {formatDistanceToNow(new Date(gap.last_asked_at), { addSuffix: true })}
            </p>
          }
        >
          <Trend trend={gap.trend} />
          {gap.dismissed ? (
            <span className="text-sm text-ink-soft">{DISMISS_REASON_LABELS[gap.dismissed.reason]}</span>
          ) : (
            <GapBadge gap={gap} />
          )}
        </LinkedRow>
      ))}
    </LinkedRows>
  )
}

const ICONS = { up: TrendingUp, down: TrendingDown, level: Minus }

export function Trend({ trend }: { trend: Gap['trend'] }) {
  const shown = describeTrend(trend)
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
