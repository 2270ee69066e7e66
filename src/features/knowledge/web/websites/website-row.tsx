import { formatDistanceToNow } from 'date-fns'
import { Ellipsis, Globe, History, List, Pause, Play, RefreshCw, Settings2, Square, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '../../../../kernel/text.ts'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/menu.tsx'
import type { Website, WebsiteRun } from '../../contract.ts'
import { settingNotes } from '../source-labels.ts'
import { RunBadge } from './run-badge.tsx'

/** Actions on a crawl that has not ended. */
export type CrawlAction = 'pause' | 'resume' | 'stop'

interface WebsiteRowProps {
  website: Website
  mayWrite: boolean
  onSync: () => void
  onControl: (action: CrawlAction) => void
  onShowPages: () => void
  onShowHistory: () => void
  onChange: () => void
  onDelete: () => void
}

const isUnderWay = (run: WebsiteRun | null): boolean => run?.state === 'queued' || run?.state === 'running'
const isPaused = (run: WebsiteRun | null): boolean => run?.state === 'paused'

/** One website: what is kept of it, how far reading is or how it ended. */
export function WebsiteRow({
  website,
  mayWrite,
  onSync,
  onControl,
  onShowPages,
  onShowHistory,
  onChange,
  onDelete,
}: WebsiteRowProps) {
  const { name, url, pages, run } = website
  const underWay = isUnderWay(run)
  const isOpen = underWay || isPaused(run)
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Globe size={16} strokeWidth={1.8} aria-hidden="true" className="mt-1 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 truncate font-medium text-ink">{name}</span>
          <RunBadge run={run} />
        </p>
        <p className="truncate text-sm text-ink-faint">{url}</p>
        {run && isOpen ? (
          <Progress run={run} />
        ) : (
          <p className="text-sm text-ink-soft tabular-nums">{summary(website)}</p>
        )}
        {!isOpen && run?.reason && (
          <p className={`text-sm ${run.state === 'failed' ? 'text-bad' : 'text-ink-soft'}`}>{run.reason}</p>
        )}
        <WaitingPages website={website} />
      </div>
      <Menu trigger={<IconButton label={`Actions for ${name}`} tooltip={false} icon={<Ellipsis size={16} />} />}>
        <MenuItem icon={<List size={16} />} onSelect={onShowPages}>
          Show its{' '}
          {plural(
            Object.values(pages).reduce((sum, count) => sum + count, 0),
            'address',
            'addresses',
          )}
        </MenuItem>
        <MenuItem icon={<History size={16} />} onSelect={onShowHistory}>
          History
        </MenuItem>
        {mayWrite && (
          <>
            <MenuItem icon={<Settings2 size={16} />} onSelect={onChange}>
              Settings
            </MenuItem>
            {isOpen ? (
              <CrawlControls isPaused={isPaused(run)} onControl={onControl} />
            ) : (
              <MenuItem icon={<RefreshCw size={16} />} onSelect={onSync}>
                Read again now
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem destructive icon={<Trash2 size={16} />} onSelect={onDelete}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  )
}

function CrawlControls({ isPaused, onControl }: Pick<WebsiteRowProps, 'onControl'> & { isPaused: boolean }) {
  return (
    <>
      {isPaused ? (
        <MenuItem icon={<Play size={16} />} onSelect={() => onControl('resume')}>
          Resume
        </MenuItem>
      ) : (
        <MenuItem icon={<Pause size={16} />} onSelect={() => onControl('pause')}>
          Pause
        </MenuItem>
      )}
      <MenuItem icon={<Square size={16} />} onSelect={() => onControl('stop')}>
        Stop
      </MenuItem>
    </>
  )
}

/** Pages that are not read yet, with what they wait for. */
function WaitingPages({ website: { waiting, pages_max, run } }: { website: Website }) {
  if (isUnderWay(run)) return null
  return (
    <>
      {waiting.limit > 0 && (
        <p className="text-sm text-ink-soft">
          {`${plural(waiting.limit, 'page')} over the limit ${waiting.limit === 1 ? 'waits' : 'wait'} to be read. `}
          {pages_max === null ? (
            <Link to="/dashboard/profile?tab=billing" className="font-medium text-accent-ink hover:underline">
              See plans
            </Link>
          ) : (
            'Raise the limit in the settings of this website.'
          )}
        </p>
      )}
      {waiting.browser > 0 && (
        <p className="text-sm text-ink-soft">
          {`${plural(waiting.browser, 'page')} ${waiting.browser === 1 ? 'needs' : 'need'} JavaScript and ${waiting.browser === 1 ? 'waits' : 'wait'} for a browser on the server. Its operator can install one: `}
          <code className="text-xs text-ink">npm run browser:install</code>
        </p>
      )}
    </>
  )
}

/** New pages of a crawl; the history shows all counts. */
function outcomeOf({ added, changed, removed }: WebsiteRun): string {
  const counts = [added > 0 && `${added} new`, changed > 0 && `${changed} changed`, removed > 0 && `${removed} removed`]
  return counts.filter(Boolean).join(', ') || 'nothing new'
}

function summary(website: Website): string {
  const { pages, run, next_sync_at } = website
  const parts = [plural(pages.ready, 'page')]
  if (run?.ended_at) parts.push(`read ${formatDistanceToNow(new Date(run.ended_at))} ago`)
  if (run?.state === 'completed') parts.push(outcomeOf(run))
  if (next_sync_at) parts.push(`again in ${formatDistanceToNow(new Date(next_sync_at))}`)
  return [...parts, ...settingNotes(website)].join(' · ')
}

function Progress({ run }: { run: WebsiteRun }) {
  const share = run.found > 0 ? run.done / run.found : 0
  return (
    <>
      <p className="text-sm text-ink-soft tabular-nums">
        {run.found > 0 ? `${run.done} of ${plural(run.found, 'address', 'addresses')} checked` : 'Looking for pages…'}
      </p>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="mt-1.5 h-1 w-full rounded-full">
        <rect width="100" height="2" fill="var(--color-pressed)" />
        <rect width={share * 100} height="2" fill="var(--color-accent-edge)" />
      </svg>
    </>
  )
}
