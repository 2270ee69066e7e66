import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { afterTest } from '../../../tests/support/http-server.ts'
import { openRaw } from '../../../tests/support/raw-connection.ts'
import { readPlainRequest } from './plain-request.ts'
import { DECIDING_HEADERS } from './ready-reply.ts'

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

/** Node's own reading of one request after another, as its head. */
async function readByNode() {
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url, headers }, res) => {
    seen.push({ url, headers })
    res.end('.')
  }).listen(0, '127.0.0.1')
  afterTest(() => server.close())
  await once(server, 'listening')
  const page = await openRaw((server.address() as AddressInfo).port)
  afterTest(() => page.socket.destroy())
  let count = 0
  return async (request: string) => {
    page.send(request)
    count += 1
    await vi.waitFor(() => expect(seen, request).toHaveLength(count), { interval: 1 })
    return seen[count - 1]
  }
}

async function expectAlike(request: string, byNode: Awaited<ReturnType<typeof readByNode>>) {
  const head = readPlainRequest(Buffer.from(request, 'latin1'), {})
  if (!head) return false
  const read = await byNode(request)
  expect(head.url, request).toBe(read?.url)
  for (const name of DECIDING_HEADERS) expect(head.headers[name], `${name} of ${request}`).toBe(read?.headers[name])
  return true
}

test('a plain request is read as Node reads it', async () => {
  const byNode = await readByNode()
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
  for (const request of requests) expect(await expectAlike(request, byNode), request).toBe(true)
})

test('whatever is put into a request: Node reads the same, where it is plain', async () => {
  const byNode = await readByNode()
  const whole = lines(
    'Host: a.test',
    'Accept-Encoding: gzip',
    'If-None-Match: "x"',
    'Cookie: a=b',
    'Referer: http://b/',
  )
  const put = [
    '\r\n',
    '\n',
    '\r',
    ':',
    ' ',
    '\t',
    '\0',
    '\xa0',
    '\x7f',
    'x',
    'Host: b\r\n',
    'GET / HTTP/1.1\r\n',
    ' c\r\n',
  ]
  const lengths = [
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'X-Forwarded-Host: c\r\n',
    'Connection: close\r\n',
  ]
  let plain = 0
  for (const piece of [...put, ...lengths])
    for (let at = 0; at <= whole.length; at++)
      if (await expectAlike(whole.slice(0, at) + piece + whole.slice(at), byNode)) plain += 1
  // Most of what is put into a value or a name leaves it plain.
  expect(plain).toBeGreaterThan(100)
})
