import type { Context } from 'hono'
import type { HttpEnv } from './environment.ts'

const CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Returns true for errors caused by a client that disconnected: its body ended early, or its request was aborted. */
export function isAbort(thrown: unknown, context: Context<HttpEnv>): boolean {
  const { incoming, outgoing } = context.env ?? {}
  if (!incoming || !outgoing?.destroyed) return false
  if (!incoming.complete) return true
  // The adapter aborts the request's signal with a text.
  if (!(thrown instanceof Error)) return thrown === context.req.raw.signal.reason
  return thrown.name === 'AbortError' || CODES.has((thrown as NodeJS.ErrnoException).code ?? '')
}

/** Response to a client that has disconnected. 499 is nginx's status for "client closed request". */
export const abortedResponse = (): Response => new Response(null, { status: 499 })
