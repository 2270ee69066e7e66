import { useEffect, useEffectEvent } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { isOneOf, type ServerMessage, subscribeToEvents, USER_CHANNEL } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

type EventHandler<Name extends EventName> = (event: BrowserEvent<Name>) => void

function useChannel<Name extends EventName>(
  channelId: string | null,
  eventTypes: readonly Name[],
  onMatchingEvent: EventHandler<Name>,
) {
  const onEvent = useEffectEvent((serverMessage: ServerMessage) => {
    if (isOneOf(eventTypes, serverMessage)) onMatchingEvent(serverMessage)
  })
  useEffect(() => {
    // The channel of the signed-in user is an empty text.
    if (channelId !== null) return subscribeToEvents(channelId, (serverMessage) => onEvent(serverMessage))
  }, [channelId])
}

/**
 * Calls `onMatchingEvent` for server events of `eventTypes` in the selected workspace. All callers share one
 * connection; after a lost connection every query is fetched again.
 */
export const useEvents = <Name extends EventName>(
  eventTypes: readonly Name[],
  onMatchingEvent: EventHandler<Name>,
): void => useChannel(useSelectedWorkspaceId(), eventTypes, onMatchingEvent)

/** Like `useEvents`, for events of the signed-in user; works without a selected workspace. */
export const useUserEvents = <Name extends EventName>(
  eventTypes: readonly Name[],
  onMatchingEvent: EventHandler<Name>,
): void => useChannel(useSelectedWorkspaceId() ?? USER_CHANNEL, eventTypes, onMatchingEvent)
