import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { afterTest, serve } from '../../../tests/support/http-server.ts'
import { openRaw } from '../../../tests/support/raw-connection.ts'
import { type ReadyReply, type RequestHead, replyBytes } from './ready-reply.ts'

const BODY = 'Wärme'
const HEADERS = { 'content-type': 'text/plain', 'content-length': String(BODY.length), etag: '"1"' }
const PAGE = 'GET /page HTTP/1.1\r\nHost: help.example.test\r\nAccept-Language: de\r\n\r\n'

/** A server with one page in memory, which counts what it answers from there and what reaches the application. */
async function site(fromMemory?: (head: RequestHead) => ReadyReply | null) {
  const asked: RequestHead[] = []
  const server = await serve(
    (app) => {
      app.post('/echo', async (c) => c.text(`echo ${await c.req.text()}`))
      app.get('/other', (c) => c.text('other'))
      app.get('/page', (c) => c.text('by the application'))
    },
    {},
    {
      routeClasses: [['/page', 'page']],
      fromMemory:
        fromMemory ??
        ((head) => {
          if (head.url !== '/page') return null
          asked.push(head)
          return { status: 200, headers: HEADERS, body: head.method === 'HEAD' ? null : Buffer.from(BODY, 'latin1') }
        }),
    },
  )
  return { ...server, asked }
}

describe('a plain request for what is in memory', () => {
  test('is answered as any other, again and again on one connection', async () => {
    const { port, asked, url } = await site()
    const page = await openRaw(port)
    page.send(PAGE)
    const first = await page.until(BODY)
    const [head = '', body] = first.split('\r\n\r\n')
    expect(body).toBe(BODY)
    expect(head.split('\r\n')).toEqual([
      'HTTP/1.1 200 OK',
      'content-type: text/plain',
      'content-length: 5',
      'etag: "1"',
      'Connection: keep-alive',
      'Keep-Alive: timeout=65',
      expect.stringMatching(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    ])
    page.send(PAGE.replace('GET', 'HEAD'))
    await page.until('GMT\r\n\r\n')
    expect(asked.map(({ method, headers }) => [method, headers['accept-language']])).toEqual([
      ['GET', 'de'],
      ['HEAD', 'de'],
    ])
    expect(asked[0]?.socket.remoteAddress).toBe('127.0.0.1')
    const answer = await fetch(`${url}/page`)
    expect([
      answer.status,
      answer.headers.get('etag'),
      Buffer.from(await answer.arrayBuffer()).toString('latin1'),
    ]).toEqual([200, '"1"', BODY])
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('http_requests_total{route="page",status="2xx"} 3')
  })

  test('leaves the connection to what follows, its body in pieces among it', async () => {
    const { port, asked } = await site()
    const page = await openRaw(port)
    page.send(PAGE)
    await page.until(BODY)
    page.send('POST /echo HTTP/1.1\r\nHost: h.test\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nhalf ')
    page.send('a body')
    await page.until('echo half a body')
    page.send(PAGE)
    await vi.waitFor(() => expect(page.text().split(BODY)).toHaveLength(3))
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['in pieces', [PAGE.slice(0, 20), PAGE.slice(20)], 1],
    ['two at once', [PAGE + PAGE], 2],
    ['with another behind it', [`${PAGE}GET /other HTTP/1.1\r\nHost: h.test\r\n\r\n`], 1],
    ['of an older version', [PAGE.replace('1.1', '1.0')], 1],
  ])('may come %s', async (_, pieces, pages) => {
    const { port, asked } = await site()
    const page = await openRaw(port)
    for (const piece of pieces) {
      page.send(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.waitFor(() =>
      expect(page.text().split('HTTP/1.1 200 OK')).toHaveLength(pieces.join('').split('HTTP/1').length),
    )
    expect(page.text().split(BODY)).toHaveLength(pages + 1)
    expect(asked).toHaveLength(pages)
  })

  test('waits for whoever does not read', async () => {
    const body = 'x'.repeat(300_000)
    const { port } = await site(() => ({
      status: 200,
      headers: { 'content-length': String(body.length) },
      body: Buffer.from(body),
    }))
    const page = await openRaw(port)
    page.socket.pause()
    for (let i = 0; i < 40; i++) {
      page.send(PAGE)
      await new Promise((resolve) => setImmediate(resolve))
    }
    page.socket.resume()
    await vi.waitFor(() => expect(page.text().split('HTTP/1.1 200 OK')).toHaveLength(41), 10_000)
    await vi.waitFor(() => expect(page.text().split(body)).toHaveLength(41), 10_000)
  })

  test('is for the application where memory fails, and where its headers cannot be sent', async () => {
    const failing = await site(() => {
      throw new Error('no memory')
    })
    expect(await (await fetch(`${failing.url}/page`)).text()).toBe('by the application')
    const unsendable = await site(() => ({ status: 200, headers: { 'x-name': 'a\r\nset-cookie: b' }, body: null }))
    const page = await openRaw(unsendable.port)
    page.send(PAGE)
    await vi.waitFor(() => expect(page.text()).not.toBe(''))
    expect(page.text()).not.toContain('set-cookie')
  })

  test('is forgotten with its connection when it has long brought nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    afterTest(() => vi.useRealTimers())
    const { port } = await site()
    const [idle, used] = [await openRaw(port), await openRaw(port)]
    const closed = once(idle.socket, 'close')
    for (const page of [idle, used]) page.send(PAGE)
    for (const page of [idle, used]) await page.until(BODY)
    vi.advanceTimersByTime(60_000)
    used.send(PAGE.replace('GET', 'HEAD'))
    await used.until('GMT\r\n\r\n')
    expect(idle.socket.closed).toBe(false)
    vi.advanceTimersByTime(10_000)
    await closed
    used.send(PAGE)
    await vi.waitFor(() => expect(used.text().split(BODY)).toHaveLength(3))
  })

  test('does not hold up the end of the server', async () => {
    const { port, close } = await site()
    const [idle, used] = [await openRaw(port), await openRaw(port)]
    used.send(PAGE)
    await used.until(BODY)
    const ended = Promise.all([once(idle.socket, 'close'), once(used.socket, 'close')])
    await close()
    await ended
  })

  test('a connection that ends or breaks is forgotten', async () => {
    const { port, close } = await site()
    const [half, broken] = [await openRaw(port), await openRaw(port)]
    const closed = once(half.socket, 'close')
    half.socket.end()
    await closed
    broken.socket.resetAndDestroy()
    await close()
  })
})

test('an answer is the same bytes for a second, then the same with another date', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:59.100Z') })
  afterTest(() => vi.useRealTimers())
  const reply = { status: 200, headers: { ...HEADERS }, body: Buffer.from(BODY, 'latin1') }
  const first = replyBytes(reply)
  const text = first.toString('latin1')
  expect(text).toContain('\r\nDate: Sun, 01 Mar 2026 10:00:59 GMT\r\n\r\nW\xe4rme')
  vi.setSystemTime(new Date('2026-03-01T10:00:59.999Z'))
  expect(replyBytes(reply)).toBe(first)
  expect(replyBytes({ ...reply, body: null }).toString('latin1')).toBe(text.slice(0, -BODY.length))
  expect(replyBytes({ ...reply, status: 304 }).toString('latin1')).toContain('HTTP/1.1 304 Not Modified\r\n')
  vi.setSystemTime(new Date('2026-03-01T10:01:00.000Z'))
  expect(replyBytes(reply).toString('latin1')).toBe(text.replace('10:00:59', '10:01:00'))
  // It may still be on its way.
  expect(first.toString('latin1')).toBe(text)
})
