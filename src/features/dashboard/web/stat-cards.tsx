import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Globe, type LucideIcon, MessageCircleQuestion, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate, formatNumber } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { Card } from '../../../web/ui/card.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'

/** Numbers of published entries and of questions. */
export function StatCards() {
  const stats = useQuery(api.dashboard.stats.queryOptions())
  const { data } = stats
  if (stats.isError && !data)
    return (
      <Card padded={false}>
        <QueryError title="Failed to fetch dashboard statistics" query={stats} />
      </Card>
    )
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:gap-5 lg:grid-cols-4" aria-busy={!data}>
      <Stat
        label="Total FAQs"
        value={data && formatNumber(data.total_faqs)}
        detail={data && `${formatNumber(data.published_faqs)} published`}
        icon={MessagesSquare}
        to="/pages"
      />
      <Stat
        label="Questions"
        value={data && formatNumber(data.total_messages)}
        detail={data && `${formatNumber(data.messages_this_week)} this week`}
        icon={MessageCircleQuestion}
        to="/messages"
      />
      <Stat
        label="Published"
        value={data && formatNumber(data.published_faqs)}
        detail="Live FAQs"
        icon={Globe}
        to="/pages?status=published"
      />
      <Stat
        label="Last Updated"
        value={data && (data.last_update ? formatDate(data.last_update) : 'Never')}
        detail="FAQ content"
        icon={CalendarClock}
        to="/pages"
      />
    </ul>
  )
}

interface StatProps {
  label: string
  /** Undefined until it has arrived. */
  value: string | undefined
  detail: string | undefined
  icon: LucideIcon
  to: string
}

function Stat({ label, value, detail, icon: Icon, to }: StatProps) {
  return (
    <li>
      <Link
        to={to}
        className="group flex h-full items-start justify-between gap-3 rounded-lg border border-line bg-surface px-3.5 py-3 transition-colors hover:border-line-strong sm:px-5 sm:py-4"
      >
        <span className="min-w-0">
          <span className="block truncate text-sm text-ink-soft sm:text-md">{label}</span>{' '}
          {value === undefined ? (
            <Skeleton className="mt-1.5 mb-1 h-6 w-16" />
          ) : (
            <span className="mt-0.5 block text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">{value}</span>
          )}{' '}
          {detail === undefined ? (
            <Skeleton className="mt-1 h-4 w-20" />
          ) : (
            <span className="block truncate text-sm text-ink-faint tabular-nums">{detail}</span>
          )}
        </span>
        <Icon
          size={19}
          strokeWidth={1.7}
          aria-hidden="true"
          className="shrink-0 text-ink-faint transition-colors group-hover:text-ink-soft max-sm:hidden"
        />
      </Link>
    </li>
  )
}
