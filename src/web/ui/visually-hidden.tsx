import type { ReactNode } from 'react'

/** Read by assistive technology, not shown. `live` announces changes. */
export function VisuallyHidden({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className="sr-only" {...(live ? { role: 'status', 'aria-live': 'polite' as const } : {})}>
      {children}
    </span>
  )
}
