import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { HttpEnv } from './environment.ts'

/**
 * Answers with the bytes that `open` gives, in pieces. Everything that holds something until it is read (files, locks,
 * queries) begins in `open`, which HEAD never calls. A client that leaves ends the source. A source that fails breaks off
 * the connection, since the status has been sent by then.
 */
export async function streamBody(
  context: Context<HttpEnv>,
  headers: Record<string, string>,
  open: () => Readable | Promise<Readable>,
): Promise<Response> {
  if (context.req.method === 'HEAD') return context.body(null, 200, headers)
  const source = await open()
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          if (isCancelled) return
          context.var.log.error({ err: error, path: context.req.path }, 'A download was interrupted')
          context.env?.outgoing?.destroy()
          controller.close()
        }
      },
      cancel() {
        isCancelled = true
        source.destroy()
      },
    },
    { highWaterMark: 0 },
  )
  return context.body(body, 200, headers)
}
