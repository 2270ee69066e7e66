import { formatDistanceToNow } from 'date-fns'
import { Link } from 'react-router'
import { pathOf } from '../../../kernel/address-patterns.ts'
import { formatNumber } from '../../../kernel/format.ts'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { Cell, Row } from '../../../web/ui/table.tsx'
import { KEPT_SHARE_LOW, SOURCE_KIND_REGISTRY, type Source } from '../contract.ts'
import { LedgerMenu, type LedgerMenuProps } from './ledger-menu.tsx'
import { iconOfKind } from './source-icons.ts'
import { settingNotes } from './source-labels.ts'

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const keptText = ({ kept_share, read_whole }: Source): string | null =>
  read_whole ? 'whole page' : kept_share === null ? null : `${kept_share}% of its text`

const isShort = ({ state, kept_share, read_whole }: Source): boolean =>
  state === 'ready' && !read_whole && kept_share !== null && kept_share < KEPT_SHARE_LOW

/** One source, with its state and the reason for it. */
export function LedgerRow({ source, mayImport, ...menu }: Omit<LedgerMenuProps, 'name'> & { mayImport: boolean }) {
  const { kind, title, url, state, reason, progress, chunk_count: passages } = source
  const Icon = iconOfKind(kind)
  // A page that was not read has no title of its own.
  const name = title === url ? pathOf(url) : title
  const size = source.file_size === null ? null : sizeOf(source.file_size)
  const detail = [SOURCE_KIND_REGISTRY[kind].label.one, size, keptText(source), ...settingNotes(source), url].filter(
    Boolean,
  )
  return (
    <Row>
      <Cell className="max-w-0">
        <div className="flex items-start gap-2.5 py-1">
          <Icon size={16} strokeWidth={1.8} aria-hidden="true" className="mt-1 shrink-0 text-ink-faint" />
          <div className="min-w-0">
            <span className="block truncate font-medium text-ink">{name}</span>
            <span className="block truncate text-sm text-ink-faint">{detail.join(' · ')}</span>
            {isShort(source) && (
              <span className="block text-sm text-ink-soft">
                Much of this page was left out. Read the whole page, or name its content in the website’s settings.
              </span>
            )}
            {source.holds_faqs && mayImport && (
              <span className="block text-sm text-ink-soft">
                It contains questions and answers.{' '}
                <Link to={`/pages/import?source=${source.id}`} className="text-link underline underline-offset-2">
                  Import as FAQs
                </Link>
              </span>
            )}
            {reason && (
              <span className={`block text-sm ${state === 'failed' ? 'text-bad' : 'text-ink-soft'}`}>{reason}</span>
            )}
          </div>
        </div>
      </Cell>
      <Cell>
        <StatusBadge status={state} label={state === 'processing' ? `Processing ${progress}%` : undefined} />
      </Cell>
      <Cell className="text-right max-lg:hidden">{formatNumber(passages)}</Cell>
      <Cell className="text-sm whitespace-nowrap text-ink-soft max-lg:hidden">
        {source.last_seen_at ? `${formatDistanceToNow(new Date(source.last_seen_at))} ago` : '–'}
      </Cell>
      <Cell className="text-right">
        <LedgerMenu name={name} source={source} {...menu} />
      </Cell>
    </Row>
  )
}
