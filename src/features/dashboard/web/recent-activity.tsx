import { useQuery } from '@tanstack/react-query'
import { Activity, FileText, MessageCircleQuestion } from 'lucide-react'
import { formatDateTime } from '../../../kernel/format.ts'
import { relativeTime } from '../../../kernel/relative-time.ts'
import { api } from '../../../web/api/api.ts'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useNow } from '../../questions/web/index.ts'
import type { ActivityItem } from '../contract.ts'

/** Latest changes of FAQs, and latest questions. */
export function RecentActivity() {
  const activity = useQuery(api.dashboard.activity.queryOptions())
  return (
    <Card title="Recent Activity" padded={false}>
      {activity.data ? (
        <Items items={activity.data.items} />
      ) : activity.isError ? (
        <QueryError title="Failed to fetch recent activity" className="py-10!" query={activity} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Card>
  )
}

function Items({ items }: { items: ActivityItem[] }) {
  const now = useNow()
  if (items.length === 0) return <EmptyState title="No recent activity found" icon={Activity} className="py-10!" />
  return (
    <ol aria-label="Recent Activity" className="px-5 pt-1 pb-2">
      {items.map(({ id, type, title, description, timestamp }) => (
        <li key={id} className="flex items-start gap-3 border-line py-3 not-last:border-b">
          <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-ink-soft">
            {type === 'faq' ? (
              <FileText size={15} aria-hidden="true" />
            ) : (
              <MessageCircleQuestion size={15} aria-hidden="true" />
            )}
          </span>
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 text-md font-medium">{title}</p>
            <p className="text-sm text-ink-soft">{description}</p>
          </div>
          <time
            dateTime={timestamp}
            title={formatDateTime(timestamp)}
            className="shrink-0 pt-0.5 text-sm text-ink-faint tabular-nums"
          >
            {relativeTime(new Date(timestamp), now)}
          </time>
        </li>
      ))}
    </ol>
  )
}
