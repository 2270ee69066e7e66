import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Globe } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import type { Website } from '../../knowledge/contract.ts'
import { closeCrawlToast } from '../../workspaces/web/index.ts'

interface Reading {
  id: string
  says: string
  run: { state: string; found: number; done: number } | null
  /** Noun for the counted things. */
  items: string
  details: string
}

/** Nothing of it could be read. */
const hasFailed = ({ run, pages }: Website) => run?.state === 'failed' && pages.ready === 0

/** Websites and connected services that are being read, and how far that is; with `failures`, also websites of which nothing could be read. */
export default function CrawlProgress({ failures = false }: { failures?: boolean }) {
  const websites = useQuery(api.knowledge.websites.list.queryOptions())
  const integrations = useQuery(api.integrations.list.queryOptions())
  useEvents(['source.changed', 'website.synced'], () => {
    void queryClient.invalidateQueries({ queryKey: api.knowledge.websites.key() }, { cancelRefetch: false })
  })
  useEvents(['integration.changed', 'integration.synced'], () => {
    void queryClient.invalidateQueries({ queryKey: api.integrations.list.key() }, { cancelRefetch: false })
  })
  const all: Reading[] = [
    ...(websites.data?.items ?? []).map(({ id, name, run }) => ({
      id,
      says: `Crawling ${name}`,
      run,
      items: 'pages',
      details: '/knowledge',
    })),
    ...(integrations.data?.items ?? []).map(({ id, name, run }) => ({
      id,
      says: `Syncing ${name}`,
      run,
      items: 'items',
      details: '/dashboard/integrations',
    })),
  ]
  const running = all.filter(({ run }) => run?.state === 'queued' || run?.state === 'running')
  const allFailed = (websites.data?.items ?? []).filter(hasFailed)
  const hasFailure = allFailed.length > 0
  useEffect(() => {
    if (hasFailure) closeCrawlToast()
  }, [hasFailure])
  const failed = failures ? allFailed : []
  if (running.length === 0 && failed.length === 0) return null
  return (
    <ul aria-label="Content being read" className="flex flex-col gap-2.5">
      {running.map(({ id, says, run, items, details }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 text-md sm:px-5"
        >
          {run?.state === 'running' ? <Spinner size={16} /> : <Globe size={16} aria-hidden="true" />}
          <span className="min-w-0 flex-1 basis-40 truncate font-medium">{says}</span>
          <span className="text-ink-soft tabular-nums">
            {run?.state === 'running' && run.found > 0
              ? `${formatNumber(run.done)} of ${formatNumber(run.found)} ${items}`
              : 'Queued'}
          </span>
          <Link to={details} className="font-medium text-link underline underline-offset-3">
            Details
          </Link>
        </li>
      ))}
      {failed.map(({ id, url, run }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 text-md sm:px-5"
        >
          <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-bad" />
          <span className="min-w-0 flex-1 basis-60">
            <span className="font-medium [overflow-wrap:anywhere]">{url}</span>{' '}
            <span className="text-bad">{run?.reason ?? 'It could not be read.'}</span>
          </span>
          <ButtonLink to="/knowledge" size="sm">
            Try another address
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
