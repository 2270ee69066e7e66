import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Place } from './admission.ts'
import type { HttpEnv } from './environment.ts'

const places = new WeakMap<ServerResponse, Place>()

/** Finds the slot of a request by its response object. */
export const keepPlace = (response: ServerResponse, place: Place): void => void places.set(response, place)
export const placeOf = (response: ServerResponse): Place | undefined => places.get(response)

/** To be said when a request begins to wait for another service, such as a language model: others may have its place. */
export function lendPlace(context: Context<HttpEnv>): void {
  const response = context.env?.outgoing
  if (response) placeOf(response)?.lend()
}
