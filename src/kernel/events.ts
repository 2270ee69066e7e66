/**
 * What can happen, by name, with what each event carries. Each feature adds its own events in its `contract.ts`:
 * `declare module '../../kernel/events.ts' { interface EventMap { 'faq.changed': { ids: string[] } } }`.
 *
 * An event happens in a workspace, unless its payload says `workspace_id: null`. Old and new versions of the server run
 * side by side for a while: a payload may gain optional fields only.
 */
export interface EventMap extends Record<never, never> {}

export type EventName = keyof EventMap

/** An event as the servers of an instance send it to each other. */
export type AppEvent<Name extends EventName = EventName> = {
  [N in Name]: { type: N } & EventMap[N] &
    (EventMap[N] extends { workspace_id: null } ? unknown : { workspace_id: string })
}[Name]

/** What happens in a workspace, before it is said in which. */
export type WorkspaceEvent = {
  [N in EventName]: EventMap[N] extends { workspace_id: null } ? never : { type: N } & EventMap[N]
}[EventName]

/** An event as a browser gets it, which knows whose events it listens to. */
export type BrowserEvent<Name extends EventName = EventName> = {
  [N in Name]: { type: N } & Omit<EventMap[N], 'workspace_id'>
}[Name]
