/**
 * All events by name with their payloads. Each feature adds its own in its `contract.ts`:
 * `declare module '../../kernel/events.ts' { interface EventMap { 'faq.changed': { ids: string[] } } }`.
 *
 * An event belongs to a workspace, unless its payload has `workspace_id: null`. Old and new versions of the server run
 * side by side for a while, so a payload may gain optional fields only.
 */
export interface EventMap extends Record<never, never> {}

export type EventName = keyof EventMap

/** An event as the servers of an instance send it to each other. */
export type AppEvent<Name extends EventName = EventName> = {
  [N in Name]: { type: N } & EventMap[N] &
    (EventMap[N] extends { workspace_id: null } ? unknown : { workspace_id: string })
}[Name]

/** An event of a workspace before its `workspace_id` is added. */
export type WorkspaceEvent = {
  [N in EventName]: EventMap[N] extends { workspace_id: null } ? never : { type: N } & EventMap[N]
}[EventName]

/** An event as a browser gets it, which knows whose events it listens to. */
export type BrowserEvent<Name extends EventName = EventName> = {
  [N in Name]: { type: N } & Omit<EventMap[N], 'workspace_id'>
}[Name]
