import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'

export interface Option {
  id: string
  label: string
  /** Additional search words. */
  keywords?: string | undefined
  icon?: ReactNode
  /** Shown at the right end: a check mark, keys, a count. */
  end?: ReactNode
  /** Caption of the group; options of one group must be adjacent. */
  group?: string
  onSelect: () => void
}

export interface OptionListProps {
  options: readonly Option[]
  placeholder: string
  /** Accessible name of the field and the list. */
  label: string
  empty: string
  searchIcon?: ReactNode
  /** Option that is highlighted first; by default the first one. */
  initialId?: string
  onEscape?: () => void
  /** Found elsewhere for what is typed: shown behind the options that match. */
  found?: readonly Option[]
  /** Called on typing. Without `found` the caller does the search: all given options are shown in their order. */
  onQueryChange?: (query: string) => void
  className?: string
}

/** A search field over a list: typing filters, arrow keys move, Enter chooses. The focus stays in the field. */
export function OptionList({
  options,
  placeholder,
  label,
  empty,
  searchIcon,
  initialId,
  onEscape,
  found,
  onQueryChange,
  className,
}: OptionListProps) {
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState(initialId)
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isFiltered = !onQueryChange || found
  const own = isFiltered ? options.filter((option) => matches(option, query)) : options
  const shown = found ? [...own, ...found] : own
  const active = Math.max(
    0,
    shown.findIndex((option) => option.id === activeId),
  )
  const current = shown[active]

  // The list is opened by the user and is the only thing to use then, so taking the focus is expected.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const move = (to: number) => setActiveId(shown[(to + shown.length) % shown.length]?.id)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const target = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (target !== undefined && shown.length > 0 && !(query && /Home|End/.test(event.key))) {
      event.preventDefault()
      move(target)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      current?.onSelect()
    } else if (event.key === 'Escape' && onEscape) {
      // Esc closes this list only, not the dialog around it.
      event.stopPropagation()
      onEscape()
    }
  }

  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div className="flex items-center gap-2.5 border-b border-line px-3.5 text-ink-faint">
        {searchIcon}
        <input
          ref={field}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={current && `${base}-${current.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActiveId(undefined)
            onQueryChange?.(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full min-w-0 bg-transparent text-md text-ink outline-none coarse:text-[1rem]"
        />
      </div>
      <div
        ref={list}
        id={`${base}-list`}
        role="listbox"
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1"
      >
        {grouped(shown).map(({ group, items }, position) => (
          <div key={group ?? ''} className={cx(!group && position > 0 && '-mx-1 mt-1 border-t border-line px-1 pt-1')}>
            {group && (
              <div aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-faint">
                {group}
              </div>
            )}
            {items.map((option) => (
              <button
                key={option.id}
                id={`${base}-${option.id}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={option === current}
                onPointerMove={() => setActiveId(option.id)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={option.onSelect}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2 py-1 text-left text-md select-none coarse:min-h-11',
                  option === current && 'bg-hover',
                )}
              >
                {option.icon && (
                  <span className="grid w-6 shrink-0 place-items-center text-ink-faint">{option.icon}</span>
                )}
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {option.end}
              </button>
            ))}
          </div>
        ))}
        {shown.length === 0 && <p className="px-3 py-6 text-center text-md text-ink-faint">{empty}</p>}
      </div>
      <span role="status" className="sr-only">
        {query && (shown.length === 1 ? '1 result' : `${shown.length} results`)}
      </span>
    </div>
  )
}

const matches = (option: Option, query: string): boolean => {
  const text = `${option.label} ${option.keywords ?? ''}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

function grouped(options: readonly Option[]): { group: string | undefined; items: Option[] }[] {
  const groups: { group: string | undefined; items: Option[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.items.push(option)
    else groups.push({ group: option.group, items: [option] })
  }
  return groups
}
