import { Inbox, type LucideIcon, MessageCircleQuestion, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useOverview } from './use-overview.ts'

export function StatCards() {
  const { faqs, questions, unread } = useOverview()
  return (
    <ul className="grid grid-cols-3 gap-2 sm:gap-5">
      <Stat label="Total FAQs" value={faqs} icon={MessagesSquare} to="/pages" />
      <Stat label="Questions" value={questions} icon={MessageCircleQuestion} to="/messages" />
      <Stat label="Unread" value={unread} icon={Inbox} to="/messages" />
    </ul>
  )
}

interface StatProps {
  label: string
  value: number | undefined
  icon: LucideIcon
  to: string
}

function Stat({ label, value, icon: Icon, to }: StatProps) {
  return (
    <li>
      <Link
        to={to}
        className="group flex items-center justify-between gap-4 rounded-lg border border-line bg-surface px-2.5 py-3 sm:px-5 sm:py-4 transition-colors hover:border-line-strong"
      >
        <span className="min-w-0">
          <span className="block truncate text-xs text-ink-soft sm:text-md">{label}</span>
          {value === undefined ? (
            <Skeleton className="mt-2.5 mb-1 h-5.5 w-12" />
          ) : (
            <span className="mt-0.5 block text-2xl font-semibold">{value.toLocaleString('en')}</span>
          )}
        </span>
        <Icon
          size={20}
          strokeWidth={1.7}
          aria-hidden="true"
          className="shrink-0 self-start text-ink-faint max-sm:hidden transition-colors group-hover:text-ink-soft"
        />
      </Link>
    </li>
  )
}
