import { useEffect, useEffectEvent } from 'react'
import { OF_THE_PERSON, type ServerEvent, subscribeToEvents } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

/** As `useEvents`, for what concerns the person: it also comes where no workspace is selected. */
export function useOwnEvents(types: readonly string[], handler: (event: ServerEvent) => void): void {
  const workspaceId = useSelectedWorkspaceId()
  const onEvent = useEffectEvent((event: ServerEvent) => {
    if (types.includes(event.type)) handler(event)
  })
  useEffect(() => subscribeToEvents(workspaceId ?? OF_THE_PERSON, (event) => onEvent(event)), [workspaceId])
}
