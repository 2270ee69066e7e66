import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'teal'

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft ring-line-strong',
  accent: 'bg-accent-soft text-accent-ink ring-accent-ink/20',
  good: 'bg-good-soft text-good ring-good/20',
  warn: 'bg-warn-soft text-warn ring-warn/20',
  bad: 'bg-bad-soft text-bad ring-bad/20',
  teal: 'bg-teal-soft text-link ring-link/20',
}

export interface BadgeProps {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
  className?: string
}

/** A short label: a category, a plan, a count. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 max-w-full items-center gap-1 rounded-sm px-1.75 text-xs font-medium ring-1 ring-inset',
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A red counter, hidden at zero. `noun` completes the accessible name: "3 unread questions". */
export function CountBadge({ count, noun, className }: { count: number; noun: string; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-bad-fill px-1.25 text-2xs font-semibold text-on-bad tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{`${count} ${noun}`}</span>
    </span>
  )
}
