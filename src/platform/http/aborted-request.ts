import type { Context } from 'hono'
import type { HttpEnv } from './environment.ts'

const CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether something was thrown because the client left: its body ended early, or what it waited for was stopped. */
export function isAbort(thrown: unknown, c: Context<HttpEnv>): boolean {
  const { incoming, outgoing } = c.env ?? {}
  if (!incoming || !outgoing?.destroyed) return false
  if (!incoming.complete) return true
  // The adapter aborts the request's signal with a text.
  if (!(thrown instanceof Error)) return thrown === c.req.raw.signal.reason
  return thrown.name === 'AbortError' || CODES.has((thrown as NodeJS.ErrnoException).code ?? '')
}

/** What is answered to a client that has left: nobody reads it. The status is nginx's for "client closed request". */
export const abortedResponse = (): Response => new Response(null, { status: 499 })
