import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

interface PageProps {
  /** For forms and text. */
  narrow?: boolean
  /** For panes side by side. */
  wide?: boolean
  children: ReactNode
}

/** Padding and maximum width of a dashboard page. */
export function Page({ narrow = false, wide = false, children }: PageProps) {
  const width = narrow ? 'max-w-180' : wide ? 'max-w-400' : 'max-w-290'
  return <div className={cx('mx-auto w-full px-4 pt-6 pb-16 sm:px-8 sm:pt-9', width)}>{children}</div>
}
