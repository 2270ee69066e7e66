import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { HttpEnv } from '../environment.ts'
import type { Slot } from './admission.ts'

const slotsByResponse = new WeakMap<ServerResponse, Slot>()

/** Finds the slot of a request by its response object. */
export const storeSlot = (response: ServerResponse, place: Slot): void => void slotsByResponse.set(response, place)
export const slotOf = (response: ServerResponse): Slot | undefined => slotsByResponse.get(response)

/** To be said when a request begins to wait for another service, such as a language model: others may have its place. */
export function releaseSlotWhileWaiting(context: Context<HttpEnv>): void {
  const response = context.env?.outgoing
  if (response) slotOf(response)?.lend()
}
