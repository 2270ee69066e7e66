import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Shown at the right end of the header. */
  actions?: ReactNode
  /** False for content with its own padding, such as a table or a list of rows. */
  padded?: boolean
  children?: ReactNode
  className?: string
}

/** A bordered surface without shadow. */
export function Card({ title, description, actions, padded = true, children, className }: CardProps) {
  const head = title || actions
  return (
    <section className={cx('rounded-lg border border-line bg-surface', className)}>
      {head && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-1">
          <div className="min-w-0 flex-1 basis-48">
            {title && <h2 className="text-base font-semibold">{title}</h2>}
            {description && <p className="mt-0.5 text-md text-ink-soft">{description}</p>}
          </div>
          {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
        </header>
      )}
      {padded ? <div className={cx('px-5 pb-5', head ? 'pt-3' : 'pt-5')}>{children}</div> : children}
    </section>
  )
}
