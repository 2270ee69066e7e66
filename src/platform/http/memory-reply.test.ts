import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import type { MemoryReply, RequestHead } from './memory-reply.ts'

const BODY = 'Wärme'
const HEADERS = { 'content-type': 'text/plain', 'content-length': String(BODY.length), etag: '"1"' }
const PAGE = 'GET /page HTTP/1.1\r\nHost: help.example.test\r\nAccept-Language: de\r\n\r\n'

/** A server with one page in memory; `heads` are the requests that were answered from there. */
async function serveFromMemory(fromMemory?: (head: RequestHead) => MemoryReply | null) {
  const heads: RequestHead[] = []
  const server = await serve(
    (app) => {
      app.post('/echo', async (context) => context.text(`echo ${await context.req.text()}`))
      app.get('/other', (context) => context.text('other'))
      app.get('/page', (context) => context.text('by the application'))
    },
    {},
    {
      routeClasses: [['/page', 'page']],
      fromMemory:
        fromMemory ??
        ((head) => {
          if (head.url !== '/page') return null
          heads.push(head)
          return { status: 200, headers: HEADERS, body: head.method === 'HEAD' ? null : Buffer.from(BODY, 'latin1') }
        }),
    },
  )
  return { ...server, heads }
}

describe('a request for a cached response', () => {
  test('is answered repeatedly on one connection', async () => {
    const { port, heads, url } = await serveFromMemory()
    const connection = await openRaw(port)
    connection.send(PAGE)
    const [head = '', body] = (await connection.until(BODY)).split('\r\n\r\n')
    expect(body).toBe(BODY)
    expect(head.split('\r\n')).toEqual([
      'HTTP/1.1 200 OK',
      'content-type: text/plain',
      'content-length: 5',
      'etag: "1"',
      expect.stringMatching(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
      'Connection: keep-alive',
      'Keep-Alive: timeout=65',
    ])
    connection.send(PAGE.replace('GET', 'HEAD'))
    await connection.until('timeout=65\r\n\r\n')
    expect(heads.map(({ method, headers }) => [method, headers['accept-language']])).toEqual([
      ['GET', 'de'],
      ['HEAD', 'de'],
    ])
    const answer = await fetch(`${url}/page`)
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toBe(BODY)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('http_requests_total{route="page",status="2xx"} 3')
  })

  test('leaves the connection to the next request, whose body arrives in pieces', async () => {
    const { port, heads } = await serveFromMemory()
    const connection = await openRaw(port)
    connection.send(PAGE)
    await connection.until(BODY)
    connection.send(
      'POST /echo HTTP/1.1\r\nHost: h.test\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nhalf ',
    )
    connection.send('a body')
    await connection.until('echo half a body')
    connection.send(PAGE)
    await vi.waitFor(() => expect(connection.text().split(BODY)).toHaveLength(3))
    expect(heads).toHaveLength(2)
  })

  test.each([
    ['in pieces', [PAGE.slice(0, 20), PAGE.slice(20)], 1],
    ['two at once', [PAGE + PAGE], 2],
    ['followed by another', [`${PAGE}GET /other HTTP/1.1\r\nHost: h.test\r\n\r\n`], 1],
    ['of an older version', [PAGE.replace('1.1', '1.0')], 1],
  ])('may arrive %s', async (_, pieces, pages) => {
    const { port, heads } = await serveFromMemory()
    const connection = await openRaw(port)
    for (const piece of pieces) {
      connection.send(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const requests = pieces.join('').split('HTTP/1').length
    await vi.waitFor(() => expect(connection.text().split('HTTP/1.1 200 OK')).toHaveLength(requests))
    expect(connection.text().split(BODY)).toHaveLength(pages + 1)
    expect(heads).toHaveLength(pages)
  })

  test('waits for a client that reads late', async () => {
    const body = 'x'.repeat(300_000)
    const { port } = await serveFromMemory(() => ({
      status: 200,
      headers: { 'content-length': String(body.length) },
      body: Buffer.from(body),
    }))
    const connection = await openRaw(port)
    connection.socket.pause()
    for (let index = 0; index < 40; index++) {
      connection.send(PAGE)
      await new Promise((resolve) => setImmediate(resolve))
    }
    connection.socket.resume()
    await vi.waitFor(() => expect(connection.text().split(body)).toHaveLength(41), 10_000)
  })

  test('is forwarded to the application when the cache fails or its headers are invalid', async () => {
    const failing = await serveFromMemory(() => {
      throw new Error('no memory')
    })
    expect(await (await fetch(`${failing.url}/page`)).text()).toBe('by the application')
    const headers = { 'x-name': 'a\r\nset-cookie: b' }
    const unsendable = await serveFromMemory(() => ({ status: 200, headers, body: null }))
    const answer = await fetch(`${unsendable.url}/page`)
    expect(answer.headers.get('set-cookie')).toBe(null)
    expect(await answer.text()).toBe('by the application')
  })
})

describe('a connection with a cached response', () => {
  test('does not delay the shutdown of the server', async () => {
    const { port, close } = await serveFromMemory()
    const [idle, used] = [await openRaw(port), await openRaw(port)]
    used.send(PAGE)
    await used.until(BODY)
    const ended = Promise.all([once(idle.socket, 'close'), once(used.socket, 'close')])
    await close()
    await ended
  })

  test('may end or break', async () => {
    const { port, close } = await serveFromMemory()
    const [half, broken] = [await openRaw(port), await openRaw(port)]
    const closed = once(half.socket, 'close')
    half.socket.end()
    await closed
    broken.socket.resetAndDestroy()
    await close()
  })
})
