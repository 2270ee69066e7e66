import { useRef } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { useEvents } from './use-events.ts'

/**
 * Calls `refresh` on server events of `types`. Only one refresh runs at a time; events during it cause exactly one
 * more.
 */
export function useLive<Name extends EventName>(
  types: readonly Name[],
  refresh: () => Promise<unknown>,
  on?: (event: BrowserEvent<Name>) => void,
) {
  const rounds = useRef({ running: false, again: false })
  useEvents(types, async (event) => {
    on?.(event)
    rounds.current.again = true
    if (rounds.current.running) return
    rounds.current.running = true
    while (rounds.current.again) {
      rounds.current.again = false
      await refresh()
    }
    rounds.current.running = false
  })
}
