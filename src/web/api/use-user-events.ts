import { useEffect, useEffectEvent } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { isOneOf, type ServerMessage, subscribeToEvents, USER_CHANNEL } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

/** Like `useEvents`, for events of the signed-in user; works without a selected workspace. */
export function useUserEvents<Name extends EventName>(
  types: readonly Name[],
  handler: (event: BrowserEvent<Name>) => void,
): void {
  const workspaceId = useSelectedWorkspaceId()
  const onEvent = useEffectEvent((event: ServerMessage) => {
    if (isOneOf(types, event)) handler(event)
  })
  useEffect(() => subscribeToEvents(workspaceId ?? USER_CHANNEL, (event) => onEvent(event)), [workspaceId])
}
