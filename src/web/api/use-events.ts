import { useEffect, useEffectEvent } from 'react'
import { type ServerEvent, subscribeToEvents } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

/**
 * Calls `handler` when the server reports one of `types` in the selected workspace. All callers share one connection;
 * after a lost line every query is fetched again.
 */
export function useEvents(types: readonly string[], handler: (event: ServerEvent) => void): void {
  const workspaceId = useSelectedWorkspaceId()
  const onEvent = useEffectEvent((event: ServerEvent) => {
    if (types.includes(event.type)) handler(event)
  })
  useEffect(() => (workspaceId ? subscribeToEvents(workspaceId, (event) => onEvent(event)) : undefined), [workspaceId])
}
