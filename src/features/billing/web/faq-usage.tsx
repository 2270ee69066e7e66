import { Gauge } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../web/ui/class-names.ts'
import { faqUsageText, usageLevelOf } from '../domain/usage.ts'

export interface FaqUsageProps {
  used: number
  limit: number | null
  /** Payer of the workspace; null when it is the user. */
  payerName?: string | null
  /** Action for getting a larger plan. */
  action?: ReactNode
  className?: string
}

/** Says from 80 % of the plan's FAQs on how many are left, and at the limit what to do. */
export function FaqUsage({ used, limit, payerName = null, action, className }: FaqUsageProps) {
  const text = faqUsageText(used, limit, payerName)
  if (!text) return null
  const near = usageLevelOf(used, limit) === 'near'
  return (
    <div
      role="status"
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5 text-md text-ink',
        near ? 'border-line bg-accent-soft' : 'border-warn/30 bg-warn-soft',
        className,
      )}
    >
      <Gauge size={16} aria-hidden="true" className={cx('shrink-0', near ? 'text-accent-ink' : 'text-warn')} />
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {action}
    </div>
  )
}
