import { once } from 'node:events'
import { expect, test } from 'vitest'
import { serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import { sse } from './index.ts'

const STALLED_MS = 100
const MORE_THAN_BUFFERS = 'x'.repeat(1024 * 1024)
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`

/** Sends a request and reads nothing of the answer. */
async function askWithoutReading(port: number, path: string) {
  const connection = await openRaw(port)
  connection.socket.pause()
  connection.send(get(path))
  return connection
}

test('a client that does not read a cached response is disconnected', async () => {
  const body = Buffer.from(MORE_THAN_BUFFERS.repeat(16))
  const headers = { 'content-length': String(body.length) }
  const { port, server } = await serve(
    () => {},
    {},
    { stalledMs: STALLED_MS, fromMemory: () => ({ status: 200, headers, body }) },
  )
  const closed = new Promise<void>((resolve) =>
    server.once('connection', (socket) => socket.once('close', () => resolve())),
  )
  await askWithoutReading(port, '/page')
  await closed
})

test('a client that does not read a download is disconnected, and the download ends', async () => {
  const cancelled = Promise.withResolvers<void>()
  const { port } = await serve(
    (app) =>
      app.get('/files/all', (context) => {
        const pull = (controller: ReadableStreamDefaultController) =>
          controller.enqueue(new TextEncoder().encode(MORE_THAN_BUFFERS))
        return context.body(new ReadableStream({ pull, cancel: () => cancelled.resolve() }))
      }),
    {},
    { stalledMs: STALLED_MS },
  )
  await askWithoutReading(port, '/files/all')
  await cancelled.promise
})

test('a client that does not read an event stream is disconnected, and the stream is informed', async () => {
  const aborted = Promise.withResolvers<void>()
  const { port } = await serve(
    (app) =>
      app.get('/events', (context) =>
        sse(
          context,
          async (stream) => {
            stream.signal.addEventListener('abort', () => aborted.resolve())
            while (!stream.signal.aborted) await stream.send('news', MORE_THAN_BUFFERS)
          },
          { endless: true },
        ),
      ),
    {},
    { stalledMs: STALLED_MS },
  )
  await askWithoutReading(port, '/events')
  await aborted.promise
})

test('a response that starts late and a stream without events are not cut off', async () => {
  const { url, port } = await serve(
    (app) => {
      app.get('/slow', async (context) => {
        await once(context.env.outgoing, 'timeout')
        return context.text('finished')
      })
      app.get('/events', (context) =>
        sse(context, async (stream) => {
          await once(context.env.outgoing, 'timeout')
          await stream.send('news', 'late')
        }),
      )
      app.post('/echo', async (context) => context.text(await context.req.text()))
    },
    {},
    { stalledMs: STALLED_MS },
  )
  expect(await (await fetch(`${url}/slow`)).text()).toBe('finished')
  expect(await (await fetch(`${url}/events`)).text()).toContain('data: "late"')
  const upload = await openRaw(port)
  upload.send('POST /echo HTTP/1.1\r\nHost: a.test\r\nContent-Length: 4\r\n\r\nha')
  await (await fetch(`${url}/slow`)).text()
  upload.send('lf')
  await upload.until('half')
})
