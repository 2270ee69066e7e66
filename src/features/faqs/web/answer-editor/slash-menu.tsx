import type { Editor } from '@tiptap/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../../web/ui/class-names.ts'
import { type Insertion, matchingInsertions } from './insertions.ts'

/** The command that is being typed: a slash at the beginning of a paragraph and what follows it. */
interface SlashCommand {
  query: string
  from: number
  to: number
}

function slashCommand({ state, isFocused }: Editor): SlashCommand | null {
  const { $from, empty } = state.selection
  if (!isFocused || !empty || $from.parent.type.name !== 'paragraph') return null
  // Cells hold lines of text alone.
  if (/^table/u.test($from.node(-1).type.name)) return null
  const [, query] = /^\/([\p{L}\p{N} ]{0,20})$/u.exec($from.parent.textContent.slice(0, $from.parentOffset)) ?? []
  return query === undefined ? null : { query, from: $from.start(), to: $from.pos }
}

/** The menu that opens when a slash is typed, driven by the keys that the editor gets. */
export function useSlashMenu(editor: Editor | null, id: string) {
  const [active, setActive] = useState(0)
  /** Position of the command whose menu was closed with Escape; it stays closed. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null)
  const command = editor && slashCommand(editor)
  const items = command && command.from !== dismissedAt ? matchingInsertions(command.query) : []
  const index = Math.min(active, Math.max(0, items.length - 1))
  if (!command && dismissedAt !== null) setDismissedAt(null)

  const choose = (item: Insertion) => {
    if (!editor || !command) return
    editor.chain().focus().deleteRange(command).run()
    item.run(editor)
    setActive(0)
  }
  return {
    items,
    index,
    id,
    at: command?.from ?? 0,
    choose,
    /** @returns true when the key belongs to the menu */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (items.length === 0 || event.ctrlKey || event.metaKey || event.isComposing) return false
      if (event.key === 'ArrowDown') setActive((index + 1) % items.length)
      else if (event.key === 'ArrowUp') setActive((index + items.length - 1) % items.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(items[index]!)
      else if (event.key === 'Escape') {
        setDismissedAt(command?.from ?? null)
        // The dialog around the editor stays open.
        event.stopPropagation()
      } else {
        setActive(0)
        return false
      }
      return true
    },
    /** Attributes of the text field while the menu is open. */
    attributes:
      items.length > 0
        ? { 'aria-autocomplete': 'list', 'aria-controls': id, 'aria-activedescendant': `${id}-${index}` }
        : ({} as Record<string, string>),
  }
}

type SlashMenuState = ReturnType<typeof useSlashMenu>

export function SlashMenu({ editor, menu }: { editor: Editor; menu: SlashMenuState }) {
  const list = useRef<HTMLDivElement>(null)
  const { items, index, id, at, choose } = menu
  useLayoutEffect(() => {
    const { current } = list
    const frame = current?.offsetParent
    if (!current || !frame) return
    const place = editor.view.coordsAtPos(at)
    const edge = frame.getBoundingClientRect()
    current.style.top = `${place.bottom - edge.top + 6}px`
    current.style.left = `${Math.max(8, Math.min(place.left - edge.left, edge.width - current.offsetWidth - 8))}px`
    current.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [editor, at, index])
  if (items.length === 0) return null
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Insert"
      className="absolute z-10 max-h-64 w-56 overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-overlay"
    >
      {items.map((item, position) => (
        <div
          key={item.name}
          id={`${id}-${position}`}
          role="option"
          tabIndex={-1}
          aria-selected={position === index}
          onMouseDown={(event) => {
            event.preventDefault()
            choose(item)
          }}
          className={cx(
            'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-md hover:bg-hover coarse:min-h-11',
            position === index && 'bg-pressed',
          )}
        >
          <item.icon size={16} aria-hidden="true" className="shrink-0 text-ink-faint" />
          {item.name}
        </div>
      ))}
    </div>
  )
}
