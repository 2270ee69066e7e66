import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { afterTest, serve } from '../../../tests/support/http-server.ts'
import { readPlainRequest } from './plain-request.ts'
import { DECIDING_HEADERS, type ReadyReply, type RequestHead, replyBytes } from './ready-reply.ts'

const BODY = 'Wärme'
const HEADERS = { 'content-type': 'text/plain', 'content-length': String(BODY.length), etag: '"1"' }
const PAGE = 'GET /page HTTP/1.1\r\nHost: help.example.test\r\nAccept-Language: de\r\n\r\n'

/** A connection as bytes, one a character. */
async function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').setEncoding('latin1')
  afterTest(() => socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return {
    socket,
    send: (bytes: string) => socket.write(bytes, 'latin1'),
    until: (end: string) => vi.waitFor(() => expect(text.endsWith(end)).toBe(true), 5_000).then(() => text),
    text: () => text,
  }
}

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
    const page = await open(port)
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
    const page = await open(port)
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
    const page = await open(port)
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
    const page = await open(port)
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
    const page = await open(unsendable.port)
    page.send(PAGE)
    await vi.waitFor(() => expect(page.text()).not.toBe(''))
    expect(page.text()).not.toContain('set-cookie')
  })

  test('is forgotten with its connection when it has long brought nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    afterTest(() => vi.useRealTimers())
    const { port } = await site()
    const [idle, used] = [await open(port), await open(port)]
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
    const [idle, used] = [await open(port), await open(port)]
    used.send(PAGE)
    await used.until(BODY)
    const ended = Promise.all([once(idle.socket, 'close'), once(used.socket, 'close')])
    await close()
    await ended
  })

  test('a connection that ends or breaks is forgotten', async () => {
    const { port, close } = await site()
    const [half, broken] = [await open(port), await open(port)]
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

const lines = (...headers: string[]) => `GET /page HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`

test.each([
  ['no host', lines('Accept: */*')],
  ['two hosts', lines('Host: a', 'Host: b')],
  ['a header twice', lines('Host: a', 'Accept: b', 'accept: c')],
  ['a length', lines('Host: a', 'Content-Length: 0')],
  ['a coding', lines('Host: a', 'Transfer-Encoding: chunked')],
  ['an upgrade', lines('Host: a', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['a connection to be closed', lines('Host: a', 'Connection: close')],
  ['an expectation', lines('Host: a', 'Expect: 100-continue')],
  ['a folded line', lines('Host: a', 'Accept: b', ' c')],
  ['a space before the colon', lines('Host : a')],
  ['a line without a colon', lines('Host: a', 'nothing')],
  ['lines ended by one sign', lines('Host: a').replaceAll('\r\n', '\n')],
  ['a lone line feed in a value', lines('Host: a', 'Accept: b\nContent-Length: 5')],
  ['a lone carriage return in a value', lines('Host: a', 'Accept: b\rc')],
  ['a zero byte', lines('Host: a', 'Accept: b\0c')],
  ['a whole address', lines('Host: a').replace('/page', 'http://b/page')],
  ['spaces in the address', lines('Host: a').replace('/page', '/pa ge')],
  ['letters outside of ASCII in the address', lines('Host: a').replace('/page', '/pä')],
  ['another method', lines('Host: a').replace('GET', 'POST')],
  ['a method that begins alike', lines('Host: a').replace('GET', 'GETS')],
  ['another version', lines('Host: a').replace('1.1', '1.0')],
  ['something behind it', `${lines('Host: a')}x`],
  ['a second request', lines('Host: a') + lines('Host: a')],
  ['no end', lines('Host: a').slice(0, -2)],
  ['no headers', 'GET /page HTTP/1.1\r\n\r\n'],
  ['an empty line before it', `\r\n${lines('Host: a')}`],
  ['too many lines', lines('Host: a', ...Array.from({ length: 64 }, (_, n) => `X-${n}: ${n}`))],
  ['a host that is empty', lines('Host: ')],
  ['two names that look alike to a sum', lines('Host: a', 'x-a~: b', 'x-b_: c')],
  ['too much of it', lines('Host: a', `Cookie: ${'x'.repeat(9_000)}`)],
  ['nothing', ''],
])('a request with %s is for Node to read', (_, text) => {
  expect(readPlainRequest(Buffer.from(text, 'latin1'), {})).toBeNull()
})

test('a plain request is read as Node reads it', async () => {
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url, headers }, res) => {
    seen.push({ url, headers })
    res.end('.')
  }).listen(0, '127.0.0.1')
  afterTest(() => server.close())
  await once(server, 'listening')
  const page = await open((server.address() as AddressInfo).port)
  const requests = [
    lines('Host: a'),
    lines('host:a', 'Connection: Keep-Alive', 'ACCEPT: text/html,*/*;q=0.8', 'Empty:', 'Spaces: \t a b \t '),
    lines('Host: a.test:81', 'If-None-Match: "x", W/"y"', 'Cookie: a=b; c="d"', 'Latin: \xe4\xff', 'X-!#$%: ~'),
    lines('Host: [::1]:80', 'Accept: a:b').replace('/page', '/faq/x?q=%20&lang=de#~'),
    lines('Host: a', '__proto__: b', 'constructor: c'),
    lines('HOST:\t \xa0a\xa0 ', 'accept-ENCODING: gzip, br', 'Accept-Language:', 'Referer: https://b.test/\xe4?c#d'),
    lines('Host: a', 'X-Forwarded-Host: b, c', 'X-Forwarded-For: 192.0.2.1, 192.0.2.2', 'X-Forwarded-Proto: https'),
    lines('Host: a', ...Array.from({ length: 63 }, (_, n) => `X-${n}: ${n}`)),
  ]
  for (const [at, request] of requests.entries()) {
    page.send(request)
    await vi.waitFor(() => expect(seen).toHaveLength(at + 1))
    const head = readPlainRequest(Buffer.from(request, 'latin1'), {})
    expect(head, request).not.toBeNull()
    expect(head?.url).toBe(seen[at]?.url)
    for (const name of DECIDING_HEADERS) expect(head?.headers[name], name).toBe(seen[at]?.headers[name])
  }
  page.socket.destroy()
})
