import { type ReactNode, useEffect } from 'react'

export interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
}

/** Titles longer than this, in characters, are set smaller. */
const LONG = 120

/** The header of a dashboard page: its only h1, which also sets the title of the browser tab. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useDocumentTitle(title)
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

/** Sets the document title to "{title} · Answerloom" while the component is mounted. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Answerloom`
  }, [title])
}
