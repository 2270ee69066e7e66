import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { afterTest, serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import { AppError } from '../../kernel/app-error.ts'
import { formBody, type HttpApp, jsonBody, textBody } from './index.ts'

const KB = 1024
const MB = 1024 * KB
/** More than any head that these tests send. */
const HEAD_BYTES = 1 * KB

function routes(app: HttpApp) {
  app.post('/api/text', async (context) => context.json({ size: (await textBody(context)).length }))
  app.post('/api/form', async (context) => context.json({ name: (await formBody(context)).get('name') }))
  app.post('/api/json', async (context) => context.json(await jsonBody(context, z.unknown())))
  app.post('/api/input', async (context) =>
    context.json({ size: JSON.stringify(await context.var.body.input(4 * MB)).length }),
  )
  app.post('/api/unread', (context) => context.text('not read'))
  const refused = () => new AppError('unauthenticated', 'refused', 'Refused before the body was read.')
  app.post('/api/refused', () => {
    throw refused()
  })
  app.post('/api/refused-late', async () => {
    // The event loop reads from every connection that is not paused.
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    throw refused()
  })
}

/** A server, and what it has read of each connection by the client's port. */
async function watched() {
  const page = { status: 200, headers: { 'content-length': '6' }, body: Buffer.from('{page}') }
  const fromMemory = ({ url }: { url?: string | undefined }) => (url === '/page' ? page : null)
  const running = await serve(routes, {}, { fromMemory })
  const sockets: Socket[] = []
  running.server.on('connection', (socket: Socket) => sockets.push(socket))
  const bytesRead = (port: number | undefined) => sockets.find(({ remotePort }) => remotePort === port)?.bytesRead
  return { ...running, sockets, bytesRead }
}

const LONG_BYTES = 8 * MB
const FRAMINGS = {
  length: { header: `Content-Length: ${LONG_BYTES}`, piece: 'x'.repeat(MB) },
  chunks: { header: 'Transfer-Encoding: chunked', piece: `${MB.toString(16)}\r\n${'x'.repeat(MB)}\r\n` },
}

/** Sends 8 MB as fast as they are taken, and reads the answer. */
async function sendLong(port: number, at: string, framing: keyof typeof FRAMINGS, method = 'POST') {
  const raw = await openRaw(port)
  const { header, piece } = FRAMINGS[framing]
  // The server resets the connection in the end.
  raw.socket.on('error', () => {})
  const { localPort } = raw.socket
  const closed = new Promise((resolve) => raw.socket.once('close', resolve))
  raw.send(`${method} ${at} HTTP/1.1\r\nHost: loom\r\nContent-Type: application/json\r\n${header}\r\n\r\n`)
  for (let sent = 0; sent < LONG_BYTES; sent += MB) raw.send(piece)
  return { text: await raw.until('}'), closed, localPort }
}

describe('a long body that is not needed', () => {
  const unwanted: [string, string, number][] = [
    ['/api/text', 'request.too_large', 413],
    ['/api/form', 'request.too_large', 413],
    ['/api/json', 'request.too_large', 413],
    ['/api/input', 'request.too_large', 413],
    ['/api/refused', 'refused', 401],
    ['/api/refused-late', 'refused', 401],
    ['/api/nowhere', 'route.not_found', 404],
  ]

  test('is refused before more than 64 KB were read, and the connection is closed', async () => {
    const { port, bytesRead } = await watched()
    const tried = unwanted.map(async ([at, code, status]) => {
      const { text, closed, localPort } = await sendLong(port, at, 'length')
      expect(text, at).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"code":"${code}"`, 's'))
      expect(text, at).toMatch(/^connection: close\r$/im)
      expect(bytesRead(localPort), at).toBeLessThanOrEqual(64 * KB + HEAD_BYTES)
      await closed
      expect(bytesRead(localPort), at).toBeLessThanOrEqual(64 * KB + HEAD_BYTES)
    })
    await Promise.all(tried)
  })

  test('is refused early without a declared length, and the connection is closed', async () => {
    const { port, bytesRead } = await watched()
    const tried = unwanted.map(async ([at, code, status]) => {
      const { text, closed, localPort } = await sendLong(port, at, 'chunks')
      expect(text, at).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"code":"${code}"`, 's'))
      await closed
      // One more piece is read to find out that a body continues; `/api/input` accepts 4 MB.
      expect(bytesRead(localPort), at).toBeLessThanOrEqual(at === '/api/input' ? 5 * MB : 256 * KB)
    })
    await Promise.all(tried)
  })

  test('is not read for a cached page either', async () => {
    const { port, bytesRead } = await watched()
    const { text, closed, localPort } = await sendLong(port, '/page', 'length', 'GET')
    expect(text).toMatch(/^connection: close\r$/im)
    await closed
    expect(bytesRead(localPort)).toBeLessThanOrEqual(64 * KB + HEAD_BYTES)
  })

  test('is not sent by a client that asks first', async () => {
    const { port } = await watched()
    const raw = await openRaw(port)
    const head = (at: string, length: number) =>
      `POST ${at} HTTP/1.1\r\nHost: loom\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    raw.send(head('/api/input', 4))
    expect(await raw.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    raw.send('null')
    await raw.until('{"size":4}')
    raw.send(head('/api/refused', 4))
    const ended = once(raw.socket, 'end')
    const text = await raw.until('"}}')
    expect(text.match(/100 Continue/g)).toHaveLength(1)
    expect(text).toContain('HTTP/1.1 401')
    await ended
  })
})

test('a connection continues after a body that was read, and after a short one that was not', async () => {
  const { port, sockets } = await watched()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterTest(() => agent.destroy())
  const post = async (path: string, body: string | null) => {
    const sent = request({ port, path, method: 'POST', agent, headers: { 'content-type': 'application/json' } })
    sent.end(body ?? undefined)
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode as number
  }
  const large = JSON.stringify('x'.repeat(3 * MB))
  expect(await post('/api/input', large)).toBe(200)
  expect(await post('/api/unread', 'x'.repeat(10 * KB))).toBe(200)
  expect(await post('/api/unread', null)).toBe(200)
  expect(await post('/api/text', 'x'.repeat(64 * KB))).toBe(200)
  expect(await post('/api/input', large)).toBe(200)
  expect(sockets).toHaveLength(1)
})

test('the metrics contain the bytes of bodies in flight', async () => {
  const { url, port } = await watched()
  const inFlight = async () =>
    Number(/^http_body_bytes_in_flight (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
  expect(await inFlight()).toBe(0)
  const raw = await openRaw(port)
  raw.send('POST /api/text HTTP/1.1\r\nHost: loom\r\nContent-Length: 1000\r\n\r\nhalf')
  await expect.poll(inFlight).toBe(1000)
  raw.socket.destroy()
  await expect.poll(inFlight).toBe(0)
})
