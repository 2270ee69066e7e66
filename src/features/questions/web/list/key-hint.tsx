import { useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
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
  { keys: ['J', 'K'], does: 'to move' },
  { keys: ['Enter'], does: 'to open' },
  { keys: ['E'], does: 'to mark as done' },
]

/** List of the keyboard shortcuts; hidden without a keyboard. */
export function KeyHint({ enabled, onChange }: { enabled: boolean; onChange: (enabled: boolean) => void }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-faint coarse:hidden">
      {enabled &&
        KEYS.map(({ keys, does }) => (
          <span key={does} className="inline-flex items-center gap-1.5">
            <Kbd keys={keys} />
            <span className="sr-only">{keys.join(' or ')}</span>
            {does}
          </span>
        ))}
      <Button size="sm" variant="ghost" className="ml-auto" onClick={() => onChange(!enabled)}>
        {enabled ? 'Turn shortcuts off' : 'Turn shortcuts on'}
      </Button>
    </div>
  )
}
