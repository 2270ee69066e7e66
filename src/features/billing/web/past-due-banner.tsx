import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { formatLongDate } from '../../../kernel/format.ts'
import type { Access } from '../contract.ts'
import type { BilledTo } from './billed-to.ts'

/** Over every page while a payment is owed: until when nothing changes, and where it can be put right. */
export default function PastDueBanner({ access, payer, mayTakeOver }: { access: Access } & BilledTo) {
  return (
    <p
      role="alert"
      className="flex gap-2.5 border-b border-bad-line/50 bg-bad-soft px-4 py-2.5 text-md text-ink sm:px-6"
    >
      <CircleAlert size={16} aria-hidden="true" className="mt-1 shrink-0 text-bad" />
      <span className="min-w-0">
        <span className="font-medium">
          {access.ends_at
            ? `The last payment failed. Everything keeps working until ${formatLongDate(access.ends_at)}.`
            : 'The last payment failed.'}
        </span>{' '}
        {payer && `${payer.name} pays for this workspace and can update the payment. `}
        {(!payer || mayTakeOver) && (
          <Link to="/dashboard/profile?tab=billing" className="font-medium text-link underline underline-offset-3">
            {payer ? 'Take over billing' : 'Update payment'}
          </Link>
        )}
      </span>
    </p>
  )
}
