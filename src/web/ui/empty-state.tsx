import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Motif } from './motif.tsx'

export interface EmptyStateProps {
  title: string
  message?: ReactNode
  /** One Button or ButtonLink: what to do about it. */
  action?: ReactNode
  className?: string
}

/** What a list shows when there is nothing in it. */
export function EmptyState({ title, message, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      <Motif className="mb-4" />
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      {message && <p className="mt-1 max-w-100 text-md text-ink-soft">{message}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
