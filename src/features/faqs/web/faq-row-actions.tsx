import { Archive, ArchiveRestore, Check, Ellipsis, Pencil, Trash2, Undo2 } from 'lucide-react'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { RowActions } from '../../../web/ui/table.tsx'
import type { ListedFaq } from '../contract.ts'
import { HistoryMenuItem } from './history-menu-item.tsx'

export interface FaqRowHandlers {
  onApprove: (faq: ListedFaq) => void
  onReject: (faq: ListedFaq) => void
  onArchive: (faq: ListedFaq) => void
  onRestore: (faq: ListedFaq) => void
  onEdit: (faq: ListedFaq) => void
  onDelete: (faq: ListedFaq) => void
}

interface FaqRowActionsProps {
  faq: ListedFaq
  /** The id of the element that holds the question: in every row the buttons have the same names. */
  describedBy: string
  handlers: FaqRowHandlers
  mayDelete: boolean
}

/** Approve a draft, reject what is published, and the rest in a menu. */
export function FaqRowActions({ faq, describedBy, handlers, mayDelete }: FaqRowActionsProps) {
  return (
    <RowActions>
      {faq.status === 'draft' && (
        <IconButton
          label="Approve"
          aria-describedby={describedBy}
          icon={<Check size={16} />}
          onClick={() => handlers.onApprove(faq)}
        />
      )}
      {faq.status === 'published' && (
        <IconButton
          label="Reject"
          aria-describedby={describedBy}
          icon={<Undo2 size={16} />}
          onClick={() => handlers.onReject(faq)}
        />
      )}
      <Menu
        trigger={
          <IconButton
            label="More actions"
            aria-describedby={describedBy}
            tooltip={false}
            icon={<Ellipsis size={16} />}
          />
        }
      >
        <MenuItem icon={<Pencil size={16} />} onSelect={() => handlers.onEdit(faq)}>
          Edit
        </MenuItem>
        <HistoryMenuItem id={faq.id} />
        {faq.status === 'archived' ? (
          <MenuItem icon={<ArchiveRestore size={16} />} onSelect={() => handlers.onRestore(faq)}>
            Restore as draft
          </MenuItem>
        ) : (
          <MenuItem icon={<Archive size={16} />} onSelect={() => handlers.onArchive(faq)}>
            Archive
          </MenuItem>
        )}
        {mayDelete && (
          <>
            <MenuSeparator />
            <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => handlers.onDelete(faq)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </RowActions>
  )
}
