import type { ReactNode } from 'react'
import { useDocumentTitle } from './page-title.ts'

export interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
}

/** Titles longer than this, in characters, are set smaller. */
const LONG = 120
/** Titles up to this length, in characters, with a plain subtitle have the actions beside them on a phone as well. */
const SHORT = 16

/** The header of a dashboard page: its only h1, which also sets the title of the browser tab. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useDocumentTitle(title)
  if (title.length <= SHORT && typeof subtitle !== 'object')
    return (
      <header className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="order-1 mr-auto text-2xl font-semibold">{title}</h1>
        {subtitle && <p className="order-3 -mt-2.5 w-full text-base text-ink-soft">{subtitle}</p>}
        {actions && <div className="order-2 flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
    )
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {/* A visitor's question can be very long and would fill the window of a phone. */}
        <h1 className={title.length > LONG ? 'text-lg font-semibold' : 'text-2xl font-semibold'}>{title}</h1>
        {subtitle && <p className="mt-0.5 text-base text-ink-soft">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
