import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Padding and maximum width of a dashboard page. `narrow` suits forms and text. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={cx('mx-auto w-full px-4 pt-6 pb-16 sm:px-8 sm:pt-9', narrow ? 'max-w-180' : 'max-w-290')}>
      {children}
    </div>
  )
}
