import { useEffect, useEffectEvent } from 'react'
import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { isOneOf, type ServerMessage, subscribeToEvents, USER_CHANNEL } from './event-source.ts'
import { useSelectedWorkspaceId } from './selected-workspace.ts'

type Handler<Name extends EventName> = (event: BrowserEvent<Name>) => void

function useChannel<Name extends EventName>(channel: string | null, types: readonly Name[], handler: Handler<Name>) {
  const onEvent = useEffectEvent((event: ServerMessage) => {
    if (isOneOf(types, event)) handler(event)
  })
  useEffect(() => {
    // The channel of the signed-in user is an empty text.
    if (channel !== null) return subscribeToEvents(channel, (event) => onEvent(event))
  }, [channel])
}

/**
 * Calls `handler` for server events of `types` in the selected workspace. All callers share one connection; after a
 * lost connection every query is fetched again.
 */
export const useEvents = <Name extends EventName>(types: readonly Name[], handler: Handler<Name>): void =>
  useChannel(useSelectedWorkspaceId(), types, handler)

/** Like `useEvents`, for events of the signed-in user; works without a selected workspace. */
export const useUserEvents = <Name extends EventName>(types: readonly Name[], handler: Handler<Name>): void =>
  useChannel(useSelectedWorkspaceId() ?? USER_CHANNEL, types, handler)
