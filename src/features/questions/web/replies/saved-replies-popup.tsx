import { Plus, Search, Settings2 } from 'lucide-react'
import type { RefObject } from 'react'
import { AnchoredPopover } from '../../../../web/ui/anchored-popover.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { OptionList } from '../../../../web/ui/option-list.tsx'
import { useSavedReplies } from './use-saved-replies.ts'

interface SavedRepliesPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
  /** The field of the reply. */
  field: RefObject<HTMLTextAreaElement | null>
  /** True when there is a text that could be saved. */
  canSave: boolean
  onInsert: (text: string) => void
  onManage: (what: 'list' | 'new') => void
}

/** Finds a saved reply by its name or its words. */
export default function SavedRepliesPopup({
  open,
  onOpenChange,
  anchor,
  field,
  canSave,
  onInsert,
  onManage,
}: SavedRepliesPopupProps) {
  const { items, pending, error } = useSavedReplies()
  const empty = pending ? 'Loading…' : error ? 'The saved replies could not be loaded.' : 'No saved reply found.'
  return (
    <AnchoredPopover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      finalFocus={field}
      label="Saved replies"
      className="w-80 max-w-[calc(100vw-1rem)]"
    >
      <OptionList
        label="Saved replies"
        placeholder="Search saved replies…"
        empty={empty}
        searchIcon={<Search size={16} aria-hidden="true" />}
        className="max-h-64"
        options={items.map(({ id, title, text }) => ({
          id,
          label: title,
          keywords: text,
          onSelect: () => onInsert(text),
        }))}
      />
      <div className="flex flex-wrap gap-1 border-t border-line p-1">
        {canSave && (
          <Button size="sm" variant="ghost" icon={<Plus size={14} />} onClick={() => onManage('new')}>
            Save this reply
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={<Settings2 size={14} />} onClick={() => onManage('list')}>
          Manage
        </Button>
      </div>
    </AnchoredPopover>
  )
}
