import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Mark } from '../../../../web/brand/mark.tsx'
import { useDocumentTitle } from '../../../../web/ui/page-title.ts'
import { WovenPanel } from './woven-panel.tsx'

export interface AuthFrameProps {
  /** Names the browser's tab. */
  documentTitle: string
  title: string
  subtitle?: ReactNode
  children?: ReactNode
}

/** Frame of the sign-in pages: link to the homepage, a narrow column, a decorative drawing. */
export function AuthFrame({ documentTitle, title, subtitle, children }: AuthFrameProps) {
  useDocumentTitle(documentTitle)
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(30rem,1fr)_1.1fr]">
      <div className="flex flex-col px-5 py-5 sm:px-10">
        <header>
          <a
            href="/"
            className="inline-flex h-9 w-fit items-center gap-1.5 rounded-sm text-sm text-ink-soft hover:text-ink"
          >
            <ArrowLeft size={15} aria-hidden="true" />
            Back to homepage
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center py-8">
          <Mark size={36} className="mb-5" />
          <h1 className="text-2xl font-semibold">{title}</h1>
          {subtitle && <p className="mt-1 text-base text-ink-soft">{subtitle}</p>}
          {children && <div className="mt-6">{children}</div>}
        </main>
      </div>
      <WovenPanel />
    </div>
  )
}
