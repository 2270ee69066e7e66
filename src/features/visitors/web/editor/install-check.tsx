import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { relativeTime } from '../../../../kernel/relative-time.ts'
import { api } from '../../../../web/api/api.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { PolicyHint } from './policy-hint.tsx'

const SHOWN = 5

/** Installation check of the widget, updated live, with the usual reason why a browser refuses it. */
export function InstallCheck() {
  const pages = useQuery(api.visitors.widgetPages.queryOptions())
  useEvents(['widget.seen'], () => {
    void queryClient.invalidateQueries({ queryKey: api.visitors.widgetPages.key() })
  })
  if (pages.isError && !pages.data) return <QueryError title="The installation could not be checked" query={pages} />
  if (!pages.data) return <SkeletonRows rows={2} />
  const { items } = pages.data
  return (
    <>
      <div role="status">
        <p className="flex items-center gap-2 text-md font-medium">
          {items.length > 0 ? (
            <>
              <CircleCheck size={17} aria-hidden="true" className="shrink-0 text-good" />
              The widget is installed.
            </>
          ) : (
            <>
              <CircleDashed size={17} aria-hidden="true" className="shrink-0 text-ink-faint" />
              Not detected yet. Open a page with the widget; this message updates automatically.
            </>
          )}
        </p>
        {items.length > 0 && (
          <ul className="mt-2 flex flex-col gap-1 text-sm">
            {items.slice(0, SHOWN).map((item) => (
              <li key={item.page_url} className="flex justify-between gap-3">
                <span className="min-w-0 truncate text-ink-soft">{item.page_url}</span>
                <span className="shrink-0 text-ink-faint">{relativeTime(new Date(item.last_seen_at), new Date())}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <PolicyHint isLikelyCause={items.length === 0} />
    </>
  )
}
