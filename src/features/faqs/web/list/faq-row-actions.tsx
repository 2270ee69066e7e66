import { Archive, ArchiveRestore, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../../../web/ui/button.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/menu.tsx'
import { RowActions } from '../../../../web/ui/table.tsx'
import type { ListedFaq } from '../../contract.ts'
import { HistoryMenuItem } from '../history/history-menu-item.tsx'

export interface FaqRowHandlers {
  onPublish: (faq: ListedFaq) => void
  onUnpublish: (faq: ListedFaq) => void
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
  /** True when there is space for a labeled button beside the menu; otherwise the menu contains its action. */
  labelled: boolean
}

/** The most likely next action: publish a draft, write its answer first, or unpublish. */
function nextAction({ status, needs_answer }: ListedFaq, handlers: FaqRowHandlers) {
  if (status === 'published')
    return { label: 'Unpublish', icon: <EyeOff size={16} aria-hidden="true" />, act: handlers.onUnpublish }
  if (status !== 'draft') return null
  if (needs_answer)
    return { label: 'Write answer', icon: <Pencil size={16} aria-hidden="true" />, act: handlers.onEdit }
  return { label: 'Publish', icon: <Eye size={16} aria-hidden="true" />, act: handlers.onPublish }
}

/** The next action with its label, and the rest in a menu. */
export function FaqRowActions({ faq, describedBy, handlers, mayDelete, labelled }: FaqRowActionsProps) {
  const next = nextAction(faq, handlers)
  return (
    <RowActions isAlwaysVisible>
      {labelled && next && (
        <Button
          size="sm"
          variant="ghost"
          aria-describedby={describedBy}
          icon={next.icon}
          onClick={({ detail }) => {
            // The second press of a double click would take back what the first has done.
            if (detail < 2) next.act(faq)
          }}
        >
          {next.label}
        </Button>
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
        {!labelled && next && next.act !== handlers.onEdit && (
          <MenuItem icon={next.icon} onSelect={() => next.act(faq)}>
            {next.label}
          </MenuItem>
        )}
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
