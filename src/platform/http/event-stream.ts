import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { slotOf } from './admission/slots.ts'
import type { HttpEnv } from './environment.ts'
import { errorReply } from './errors.ts'

const HEARTBEAT_MS = 15_000
const UNBUFFERED = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }

export interface EventStream {
  /** Sends a named event with `data` as JSON. Resolves when it was written, or when the client is gone. */
  send(event: string, data: unknown, id?: string): Promise<void>
  /** Aborted when the client is gone or the server stops. */
  signal: AbortSignal
}

/** Streams that have no end of their own: the server ends them when it stops. */
const endless = new WeakSet<ServerResponse>()
export const isEndless = (response: ServerResponse): boolean => endless.has(response)

/**
 * Answers with server-sent events until `run` returns. A comment every 15 seconds keeps proxies from closing the
 * connection. When `run` throws, the client gets an event `error` with the usual body. HEAD does not run it.
 * @param options.endless shutting down does not wait for `run`
 * @param options.onEnd called once when the answer is over, even where `run` was never reached
 */
export function sse(
  context: Context<HttpEnv>,
  run: (stream: EventStream) => Promise<void>,
  options: { endless?: boolean; onEnd?: () => void } = {},
): Response {
  if (context.req.method === 'HEAD') {
    options.onEnd?.()
    return context.body(null, 200, { 'content-type': 'text/event-stream', ...UNBUFFERED })
  }
  const outgoing = context.env?.outgoing
  if (options.endless && outgoing) {
    endless.add(outgoing)
    slotOf(outgoing)?.leave()
  }
  const gone = new AbortController()
  const response = streamSSE(context, async (stream) => {
    stream.onAbort(() => gone.abort())
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS)
    const send = async (event: string, data: unknown, id?: string) => {
      if (gone.signal.aborted) return
      await stream.writeSSE({ event, data: JSON.stringify(data), ...(id === undefined ? {} : { id }) })
    }
    try {
      // Proxies and browsers learn that the stream is open before the first event.
      await stream.write(': open\n\n')
      await run({ send, signal: gone.signal })
    } catch (error) {
      if (gone.signal.aborted) return
      const reply = errorReply(error, context.var.requestId)
      if (!reply.expected) context.var.log.error({ err: error }, 'An event stream failed')
      await send('error', reply.body)
    } finally {
      clearInterval(heartbeat)
      options.onEnd?.()
    }
  })
  for (const [name, value] of Object.entries(UNBUFFERED)) response.headers.set(name, value)
  return response
}
