import type { QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { queryClient } from './query-client.ts'
import { useEvents } from './use-events.ts'

/**
 * Calls `refresh` on server events of `eventTypes`. Only one refresh runs at a time; events during it cause exactly one
 * more.
 */
export function useLive<Name extends EventName>(
  eventTypes: readonly Name[],
  refresh: () => Promise<unknown>,
  onEachEvent?: (event: BrowserEvent<Name>) => void,
) {
  const refreshState = useRef({ running: false, again: false })
  useEvents(eventTypes, async (browserEvent) => {
    onEachEvent?.(browserEvent)
    refreshState.current.again = true
    if (refreshState.current.running) return
    refreshState.current.running = true
    while (refreshState.current.again) {
      refreshState.current.again = false
      await refresh()
    }
    refreshState.current.running = false
  })
}

/** Refetches the queries below `queryKey` on server events of `eventTypes`. */
export const useLiveQueries = (eventTypes: readonly EventName[], queryKey: QueryKey): void =>
  useLive(eventTypes, () => queryClient.invalidateQueries({ queryKey }))
