import { formatDistanceToNow } from 'date-fns'
import {
  Download,
  Ellipsis,
  FileText,
  Globe,
  type LucideIcon,
  MessageCircleQuestionMark,
  RotateCw,
  ScrollText,
  Settings2,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { Cell, Row } from '../../../web/ui/table.tsx'
import { documentPath, type Source, type SourceKind } from '../contract.ts'
import { KIND_LABELS, standingOf } from './source-labels.ts'

const ICONS: Record<SourceKind, LucideIcon> = {
  website: Globe,
  document: FileText,
  text: TextCursorInput,
  notion: ScrollText,
  'google-drive': ScrollText,
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

interface LedgerRowProps {
  /** Null until it is known. */
  workspaceId: string | null
  source: Source
  mayWrite: boolean
  onRead: (source: Source) => void
  onShowHelped: (source: Source) => void
  onChange: (source: Source) => void
  onRetry: (source: Source) => void
  onDelete: (source: Source) => void
}

export function LedgerRow({ workspaceId, source, mayWrite, ...act }: LedgerRowProps) {
  const { onRead, onShowHelped, onChange, onRetry, onDelete } = act
  const { kind, title, url, state, reason, progress, chunk_count: passages } = source
  const Icon = ICONS[kind]
  // A page that was not read has no title of its own.
  const name = title === url ? pathOf(url) : title
  const size = source.file_size === null ? null : sizeOf(source.file_size)
  const detail = [KIND_LABELS[kind].one, size, ...standingOf(source), url].filter(Boolean)
  /** What it comes from is read again and again. */
  const isFollowed = source.website_id !== null || source.integration_id !== null
  const readable = state === 'ready'
  const isFile = source.file_size !== null
  const retriable =
    mayWrite && (kind === 'document' || isFollowed) && (state === 'failed' || (state !== 'ready' && isFollowed))
  return (
    <Row>
      <Cell className="max-w-0">
        <div className="flex items-start gap-2.5 py-1">
          <Icon size={16} strokeWidth={1.8} aria-hidden="true" className="mt-1 shrink-0 text-ink-faint" />
          <div className="min-w-0">
            <span className="block truncate font-medium text-ink">{name}</span>
            <span className="block truncate text-sm text-ink-faint">{detail.join(' · ')}</span>
            {reason && (
              <span className={`block text-sm ${state === 'failed' ? 'text-bad' : 'text-ink-soft'}`}>{reason}</span>
            )}
          </div>
        </div>
      </Cell>
      <Cell>
        <StatusBadge status={state} label={state === 'processing' ? `Processing ${progress}%` : undefined} />
      </Cell>
      <Cell className="text-right max-sm:hidden">{passages.toLocaleString('en')}</Cell>
      <Cell className="text-sm whitespace-nowrap text-ink-soft max-sm:hidden">
        {source.last_seen_at ? `${formatDistanceToNow(new Date(source.last_seen_at))} ago` : '–'}
      </Cell>
      <Cell className="text-right">
        {(readable || mayWrite || isFile) && (
          <Menu trigger={<IconButton label={`Actions for ${name}`} tooltip={false} icon={<Ellipsis size={16} />} />}>
            {readable && (
              <>
                <MenuItem icon={<ScrollText size={16} />} onSelect={() => onRead(source)}>
                  See what was read
                </MenuItem>
                <MenuItem icon={<MessageCircleQuestionMark size={16} />} onSelect={() => onShowHelped(source)}>
                  Questions it helped answer
                </MenuItem>
              </>
            )}
            {isFile && workspaceId && (
              <MenuItem
                icon={<Download size={16} />}
                onSelect={() => window.location.assign(documentPath(workspaceId, source.id))}
              >
                Download
              </MenuItem>
            )}
            {mayWrite && source.website_id === null && (
              <MenuItem icon={<Settings2 size={16} />} onSelect={() => onChange(source)}>
                Settings
              </MenuItem>
            )}
            {retriable && (
              <MenuItem icon={<RotateCw size={16} />} onSelect={() => onRetry(source)}>
                Retry
              </MenuItem>
            )}
            {mayWrite && state !== 'excluded' && (
              <>
                {(readable || retriable) && <MenuSeparator />}
                <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => onDelete(source)}>
                  Delete
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </Cell>
    </Row>
  )
}
