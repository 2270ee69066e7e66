import { useEffect, useEffectEvent } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { isOneOf, OF_THE_PERSON, type ServerMessage, subscribeToEvents } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

/** As `useEvents`, for what concerns the person: it also comes where no workspace is selected. */
export function useOwnEvents<Name extends EventName>(
  types: readonly Name[],
  handler: (event: BrowserEvent<Name>) => void,
): void {
  const workspaceId = useSelectedWorkspaceId()
  const onEvent = useEffectEvent((event: ServerMessage) => {
    if (isOneOf(types, event)) handler(event)
  })
  useEffect(() => subscribeToEvents(workspaceId ?? OF_THE_PERSON, (event) => onEvent(event)), [workspaceId])
}
