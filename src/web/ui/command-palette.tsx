import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Option, OptionList } from './option-list.tsx'
import { scrimClasses } from './popup-classes.ts'

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Option[]
  /** Found for what is typed; `isSearching` while more may come. */
  found: readonly Option[]
  isSearching: boolean
  onQueryChange: (query: string) => void
}

/** The dialog of the ⌘K palette over the given commands. Choosing one closes it. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, commands, found, isSearching, onQueryChange } = props
  // Opened again while it still fades out, it keeps its elements: the field would keep what was typed.
  const [shown, setShown] = useState({ open, times: 0 })
  if (open !== shown.open) setShown({ open, times: shown.times + (open ? 1 : 0) })
  const closing = (command: Option): Option => ({
    ...command,
    onSelect: () => {
      onOpenChange(false)
      command.onSelect()
    },
  })
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClasses} />
        <Base.Popup
          aria-label="Command palette"
          className="fixed inset-x-3 top-[12dvh] z-50 mx-auto flex max-h-[min(26rem,76dvh)] max-w-145 flex-col overflow-hidden rounded-xl border border-line-strong bg-raised text-ink shadow-overlay outline-none transition-[opacity,scale] duration-140 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
        >
          <OptionList
            key={shown.times}
            options={commands.map(closing)}
            found={found.map(closing)}
            onQueryChange={onQueryChange}
            label="Command palette"
            placeholder="Search, go to, create, switch…"
            empty={isSearching ? 'Searching…' : 'Nothing found'}
            searchIcon={<Search size={17} aria-hidden="true" />}
            className="flex-1"
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
