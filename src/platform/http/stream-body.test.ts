import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import { createLogger } from '../log/index.ts'
import { streamBody } from './index.ts'

const PIECE = Buffer.alloc(64 * 1024)

/** A server whose `/download` is what `pieces` gives; `opened` are the sources that were opened, `lines` is its log. */
async function serveDownload(pieces: () => AsyncIterable<Buffer>) {
  const opened: Readable[] = []
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const running = await serve(
    (app) => {
      app.get('/download', (context) =>
        streamBody(context, { 'content-type': 'application/zip' }, () => {
          const source = Readable.from(pieces())
          opened.push(source)
          return source
        }),
      )
    },
    { log },
    { log },
  )
  return { ...running, opened, lines }
}

test('GET returns the bytes, and HEAD the headers without opening the body', async () => {
  const { url, opened } = await serveDownload(async function* () {
    yield Buffer.from('bytes')
  })
  const head = await fetch(`${url}/download`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.headers.get('content-type')).toBe('application/zip')
  expect(opened).toHaveLength(0)
  expect(await (await fetch(`${url}/download`)).text()).toBe('bytes')
  expect(opened).toHaveLength(1)
})

test('a body that a route opens for HEAD is closed', async () => {
  const cancelled = Promise.withResolvers<void>()
  const { url } = await serve((app) =>
    app.get('/own', (context) => context.body(new ReadableStream({ cancel: () => cancelled.resolve() }))),
  )
  expect((await fetch(`${url}/own`, { method: 'HEAD' })).status).toBe(200)
  await cancelled.promise
})

test('a source that fails aborts the response and is logged once', async () => {
  const { url, lines } = await serveDownload(async function* () {
    yield Buffer.from('by')
    throw new Error('the disk is gone')
  })
  const console_ = vi.spyOn(console, 'error')
  await expect(fetch(`${url}/download`).then((answer) => answer.text())).rejects.toThrow()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', msg: 'A download was interrupted', err: { message: 'the disk is gone' } },
  ])
  expect(console_).not.toHaveBeenCalled()
  console_.mockRestore()
})

test('a client that disconnects ends the source without an error', async () => {
  const { port, opened, lines } = await serveDownload(async function* () {
    for (;;) yield PIECE
  })
  const console_ = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
  const connection = await openRaw(port)
  connection.send('GET /download HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await once(connection.socket, 'data')
  const closed = new Promise<void>((resolve) => opened[0]?.once('close', () => resolve()))
  connection.socket.resetAndDestroy()
  await closed
  expect(lines).toEqual([])
  for (const method of console_) {
    expect(method).not.toHaveBeenCalled()
    method.mockRestore()
  }
})
