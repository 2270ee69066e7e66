import {
  Download,
  Ellipsis,
  ExternalLink,
  MessageCircleQuestionMark,
  RotateCw,
  ScanText,
  ScrollText,
  Settings2,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { documentPath, KEPT_SHARE_LOW, SOURCE_KIND_REGISTRY, type Source } from '../contract.ts'

export interface LedgerMenuProps {
  /** Name of the source in its row. */
  name: string
  source: Source
  /** Null until it is known. */
  workspace: { id: string; subdomain: string } | null
  mayWrite: boolean
  onRead: (source: Source) => void
  onShowHelped: (source: Source) => void
  onChange: (source: Source) => void
  onRetry: (source: Source) => void
  /** Switches between the whole page and its main content. */
  onToggleWhole: (source: Source) => void
  onDelete: (source: Source) => void
}

/**
 * Actions for a source. While it is open, the menu keeps the actions of its opening: a source that becomes ready offers
 * more, which would move the entry under the pointer.
 */
export function LedgerMenu({ name, source, workspace, mayWrite, ...act }: LedgerMenuProps) {
  const [opened, setOpened] = useState<Source | null>(null)
  const { kind, state, website_id, integration_id, file_size, read_whole, kept_share, slug, visibility } =
    opened ?? source
  /** Its origin is read on a schedule. */
  const isFollowed = website_id !== null || integration_id !== null
  const readable = state === 'ready'
  const isFile = file_size !== null
  const retriable =
    mayWrite && (kind === 'document' || isFollowed) && (state === 'failed' || (state !== 'ready' && isFollowed))
  const losesText = kept_share !== null && kept_share < KEPT_SHARE_LOW
  const mayReadWhole = mayWrite && readable && (read_whole || losesText)
  if (!readable && !mayWrite && !isFile) return null
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${name}`} tooltip={false} icon={<Ellipsis size={16} />} />}
      onOpenChange={(open) => setOpened(open ? source : null)}
    >
      {readable && (
        <>
          <MenuItem icon={<ScrollText size={16} />} onSelect={() => act.onRead(source)}>
            See what was read
          </MenuItem>
          {workspace && slug && visibility === 'open' && (
            <MenuItem
              icon={<ExternalLink size={16} />}
              onSelect={() => window.open(`/faq/${workspace.subdomain}/sources/${slug}`, '_blank', 'noopener')}
            >
              Open its page
            </MenuItem>
          )}
          <MenuItem icon={<MessageCircleQuestionMark size={16} />} onSelect={() => act.onShowHelped(source)}>
            Questions it helped answer
          </MenuItem>
        </>
      )}
      {isFile && workspace && (
        <MenuItem
          icon={<Download size={16} />}
          onSelect={() => window.location.assign(documentPath(workspace.id, source.id))}
        >
          Download
        </MenuItem>
      )}
      {mayWrite && SOURCE_KIND_REGISTRY[kind].settings === 'source' && (
        <MenuItem icon={<Settings2 size={16} />} onSelect={() => act.onChange(source)}>
          Settings
        </MenuItem>
      )}
      {mayReadWhole && (
        <MenuItem icon={<ScanText size={16} />} onSelect={() => act.onToggleWhole(source)}>
          {read_whole ? 'Read its main content only' : 'Read the whole page'}
        </MenuItem>
      )}
      {retriable && (
        <MenuItem icon={<RotateCw size={16} />} onSelect={() => act.onRetry(source)}>
          Retry
        </MenuItem>
      )}
      {mayWrite && state !== 'excluded' && (
        <>
          {(readable || retriable) && <MenuSeparator />}
          <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => act.onDelete(source)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
