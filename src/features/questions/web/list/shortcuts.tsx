import { useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Kbd } from '../../../../web/ui/kbd.tsx'

const STORAGE_KEY = 'inbox-keys'

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    // Storage may be forbidden: then they are on.
    return true
  }
}

/** Enables single-letter shortcuts in the inbox. Users of dictation can disable them permanently. */
export function useKeysEnabled() {
  const [enabled, setEnabled] = useState(readEnabled)
  const change = (on: boolean) => {
    setEnabled(on)
    try {
      if (on) localStorage.removeItem(STORAGE_KEY)
      else localStorage.setItem(STORAGE_KEY, 'off')
    } catch {
      // As above; it holds until the page is left.
    }
  }
  return [enabled, change] as const
}

const KEYS = [
  { keys: ['J'], does: 'Next message' },
  { keys: ['K'], does: 'Previous message' },
  { keys: ['Enter'], does: 'Open the message' },
  { keys: ['Esc'], does: 'Close the message' },
  { keys: ['E'], does: 'Mark as done, or reopen', writes: true },
  { keys: ['R'], does: 'Reply', writes: true },
  { keys: ['N'], does: 'Write a note', writes: true },
  { keys: ['A'], does: 'Assign', writes: true },
  { keys: ['S'], does: 'Snooze', writes: true },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'Show this overview' },
]

interface ShortcutsProps {
  enabled: boolean
  mayWrite: boolean
  onChange: (enabled: boolean) => void
  /** The overview is open. */
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Opens the overview of the keyboard shortcuts and turns them off and on; hidden without a keyboard. */
export function Shortcuts({ enabled, mayWrite, onChange, open, onOpenChange }: ShortcutsProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-faint coarse:hidden">
      {enabled && (
        <Button size="sm" variant="ghost" aria-keyshortcuts="?" onClick={() => onOpenChange(true)}>
          Keyboard shortcuts <Kbd keys={['?']} />
        </Button>
      )}
      <Button size="sm" variant="ghost" className="ml-auto" onClick={() => onChange(!enabled)}>
        {enabled ? 'Turn shortcuts off' : 'Turn shortcuts on'}
      </Button>
      <Dialog open={open} onOpenChange={onOpenChange} size="sm" title="Keyboard shortcuts">
        <dl className="divide-y divide-line">
          {KEYS.filter(({ writes }) => mayWrite || !writes).map(({ keys, does }) => (
            <div key={does} className="flex items-center justify-between gap-4 py-2 text-md">
              <dt>{does}</dt>
              <dd>
                <span className="sr-only">{keys.join(' ')}</span>
                <Kbd keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  )
}
