import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { Link } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { Spinner } from '../../../web/ui/spinner.tsx'

/** Websites that are being read, and how far that is; nothing while none is. */
export function CrawlProgress() {
  const { data } = useQuery(api.knowledge.websites.list.queryOptions())
  useEvents(['source.changed', 'website.synced'], () => {
    void queryClient.invalidateQueries({ queryKey: api.knowledge.websites.key() }, { cancelRefetch: false })
  })
  const running = data?.items.filter(({ run }) => run?.state === 'queued' || run?.state === 'running') ?? []
  if (running.length === 0) return null
  return (
    <ul aria-label="Websites being read" className="mt-5 flex flex-col gap-2.5">
      {running.map(({ id, name, run }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 text-md sm:px-5"
        >
          {run?.state === 'running' ? <Spinner size={16} /> : <Globe size={16} aria-hidden="true" />}
          <span className="min-w-0 flex-1 basis-40 truncate font-medium">{`Crawling ${name}`}</span>
          <span className="text-ink-soft tabular-nums">
            {run?.state === 'running' && run.found > 0
              ? `${run.done.toLocaleString('en')} of ${run.found.toLocaleString('en')} pages`
              : 'Waiting for its turn'}
          </span>
          <Link to="/knowledge" className="font-medium text-link underline underline-offset-3">
            Details
          </Link>
        </li>
      ))}
    </ul>
  )
}
