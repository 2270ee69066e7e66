import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Weave } from '../brand/weave.tsx'
import { cx } from './class-names.ts'

export interface EmptyStateProps {
  title: string
  /** Icon of the entries: a faded sample of the list replaces the motif. */
  icon?: LucideIcon
  message?: ReactNode
  /** The next step: a Button or ButtonLink, two at most. */
  action?: ReactNode
  className?: string
}

/** Shown by a list without entries. */
export function EmptyState({ title, icon, message, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon ? (
        <Sample icon={icon} />
      ) : (
        <Weave threads={5} spacing={13} accentRow={2} className="mb-4 size-19.5 text-control" />
      )}
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      {message && <p className="mt-1 max-w-100 text-md text-ink-soft">{message}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** Widths of the lines in each row of the sample. */
const ROWS = [
  ['w-28', 'w-36'],
  ['w-36', 'w-24'],
  ['w-24', 'w-32'],
] as const

/** Three rows of a list without their words, fading downwards. */
const Sample = ({ icon: Icon }: { icon: LucideIcon }) => (
  <div aria-hidden="true" className="mb-5 flex w-60 flex-col gap-1.5 mask-b-from-25% mask-b-to-95%">
    {ROWS.map(([title, text], index) => (
      <div
        key={title}
        className="flex items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2.5 shadow-key"
      >
        <span
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-md',
            index === 0 ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-faint',
          )}
        >
          <Icon size={16} />
        </span>
        <span className="flex flex-col gap-1.5">
          <span className={cx('h-2 rounded-full bg-pressed', title)} />
          <span className={cx('h-1.5 rounded-full bg-hover', text)} />
        </span>
      </div>
    ))}
  </div>
)
