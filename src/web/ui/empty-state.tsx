import type { ReactNode } from 'react'
import { Weave } from '../brand/weave.tsx'
import { cx } from './class-names.ts'

export interface EmptyStateProps {
  title: string
  message?: ReactNode
  /** One Button or ButtonLink with the next step. */
  action?: ReactNode
  className?: string
}

/** Shown by a list without entries. */
export function EmptyState({ title, message, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      <Weave threads={5} spacing={13} accentRow={2} className="mb-4 size-19.5 text-control" />
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      {message && <p className="mt-1 max-w-100 text-md text-ink-soft">{message}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
