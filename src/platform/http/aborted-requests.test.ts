import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import { createLogger } from '../log/index.ts'
import { jsonBody, sse } from './index.ts'

const POST = 'Host: a.test\r\nContent-Type: application/json\r\n'

/** A server that reads bodies in each way routes do; `gone` resolves when a handler has ended, `lines` is its log. */
async function serveReaders() {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  let finished = 0
  const entered = Promise.withResolvers<void>()
  const running = await serve(
    (app) => {
      app.use(async (_, next) => {
        entered.resolve()
        try {
          await next()
        } finally {
          setImmediate(() => {
            finished += 1
          })
        }
      })
      app.post('/text', async (context) => context.text(await context.req.text()))
      app.post('/json', async (context) => context.json(await jsonBody(context, z.object({}))))
      app.post('/form', async (context) => context.json(Object.keys(await context.req.parseBody())))
      app.get('/work', async (context) => {
        await once(context.req.raw.signal, 'abort')
        context.req.raw.signal.throwIfAborted()
        return context.text('done')
      })
      app.get('/broken', async (context) => {
        await once(context.req.raw.signal, 'abort')
        throw new Error('a mistake of ours')
      })
      app.get('/events', (context) =>
        sse(context, async (stream) => {
          await once(stream.signal, 'abort')
          stream.signal.throwIfAborted()
        }),
      )
    },
    { log },
    { log },
  )
  const ended = () => vi.waitFor(() => expect(finished).toBe(1))
  return { ...running, lines, entered: entered.promise, ended }
}

describe('a client that disconnects causes no error', () => {
  test.each([
    ['text', `POST /text HTTP/1.1\r\n${POST}Content-Length: 10\r\n\r\nhalf`],
    ['text without a length', `POST /text HTTP/1.1\r\n${POST}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`],
    ['JSON', `POST /json HTTP/1.1\r\n${POST}Content-Length: 10\r\n\r\n{"a"`],
    ['JSON without a length', `POST /json HTTP/1.1\r\n${POST}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n`],
    [
      'a form',
      'POST /form HTTP/1.1\r\nHost: a.test\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99\r\n\r\n--x\r\n',
    ],
    ['nothing yet', 'GET /work HTTP/1.1\r\nHost: a.test\r\n\r\n'],
  ])('when it has sent %s', async (_, request) => {
    const { port, lines, entered, ended } = await serveReaders()
    const console_ = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
    const connection = await openRaw(port)
    connection.send(request)
    await entered
    connection.socket.resetAndDestroy()
    await ended()
    expect(lines).toEqual([])
    for (const method of console_) {
      expect(method).not.toHaveBeenCalled()
      method.mockRestore()
    }
  })

  test('in an event stream', async () => {
    const { port, lines, close } = await serveReaders()
    const connection = await openRaw(port)
    connection.send('GET /events HTTP/1.1\r\nHost: a.test\r\n\r\n')
    await connection.until(': open\n\n\r\n')
    connection.socket.resetAndDestroy()
    await close()
    expect(lines).toEqual([])
  })
})

test('an internal error is logged, also after the client has disconnected', async () => {
  const { port, lines, entered, ended } = await serveReaders()
  const connection = await openRaw(port)
  connection.send('GET /broken HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await entered
  connection.socket.resetAndDestroy()
  await ended()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', err: { message: 'a mistake of ours' } },
  ])
})
