import { type ReactNode, useEffect } from 'react'

export interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
}

/** A title longer than this is set smaller. */
const LONG = 120

/** The head of a dashboard page: its one h1, which also names the browser's tab. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useDocumentTitle(title)
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {/* A visitor's question may be as long as a letter: on a phone it would fill the window. */}
        <h1 className={title.length > LONG ? 'text-lg font-semibold' : 'text-2xl font-semibold'}>{title}</h1>
        {subtitle && <p className="mt-0.5 text-base text-ink-soft">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** Sets «{title} · Answerloom» while the calling component is shown. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Answerloom`
  }, [title])
}
