import { useEffect, useEffectEvent } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { isOneOf, type ServerMessage, subscribeToEvents } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

/**
 * Calls `handler` for server events of `types` in the selected workspace. All callers share one connection; after a
 * lost connection every query is fetched again.
 */
export function useEvents<Name extends EventName>(
  types: readonly Name[],
  handler: (event: BrowserEvent<Name>) => void,
): void {
  const workspaceId = useSelectedWorkspaceId()
  const onEvent = useEffectEvent((event: ServerMessage) => {
    if (isOneOf(types, event)) handler(event)
  })
  useEffect(() => (workspaceId ? subscribeToEvents(workspaceId, (event) => onEvent(event)) : undefined), [workspaceId])
}
