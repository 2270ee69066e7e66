import { cx } from './class-names.ts'

/** The keys of a shortcut, one cap each. Visual only: `aria-keyshortcuts` announces the shortcut. */
export function Kbd({ keys, inverted = false }: { keys: string[]; inverted?: boolean }) {
  return (
    <span className="inline-flex gap-0.5" aria-hidden="true">
      {keys.map((key) => (
        <kbd
          key={key}
          className={cx(
            'inline-grid h-4.5 min-w-4.5 place-items-center rounded-xs px-1 font-sans text-2xs leading-none font-medium',
            inverted ? 'bg-paper/15 text-paper' : 'border border-line-strong bg-paper text-ink-faint',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
/** Name of the command key on this platform. */
export const COMMAND_KEY = mac ? '⌘' : 'Ctrl'
