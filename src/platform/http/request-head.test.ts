import { describe, expect, test, vi } from 'vitest'
import { serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import { createLogger } from '../log/index.ts'

const HOST = 'Host: help.example.test'
const head = (first: string, ...headers: string[]) => [first, ...headers, '', ''].join('\r\n')
const withHost = (host: string) => head('GET /page HTTP/1.1', `Host: ${host}`)

/** A server with a page in memory and one of the application; `lines` is its log. */
async function serveTwoPages() {
  const lines: string[] = []
  const page = { status: 200, headers: { 'content-length': '6' }, body: Buffer.from('cached') }
  const running = await serve(
    (app) => app.get('*', (context) => context.text(`application ${new URL(context.req.url).pathname}`)),
    { log: createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) }) },
    {
      log: createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) }),
      fromMemory: ({ url }) => (url === '/page' || url === '/a\\b' ? page : null),
    },
  )
  async function ask(request: string) {
    const connection = await openRaw(running.port)
    connection.send(request)
    await vi.waitFor(() => expect(connection.text()).toContain('\r\n\r\n'))
    const [top = '', body = ''] = connection.text().split('\r\n\r\n')
    return { status: Number(top.split(' ')[1]), headers: top.toLowerCase(), body }
  }
  return { ...running, lines, ask }
}

describe('an ambiguous request head is refused', () => {
  test.each([
    ['two hosts', head('GET /page HTTP/1.1', HOST, 'host: other.example.test')],
    ['the same host twice', head('GET /page HTTP/1.1', HOST, HOST)],
    ['no host', head('GET /page HTTP/1.1')],
    ['a user in the host', withHost('a@b')],
    ['an empty host', withHost('')],
    ['a path in the host', withHost('a/b')],
    ['a query in the host', withHost('a?b')],
    ['a space in the host', withHost('a b')],
    ['a list of hosts', withHost('a, b')],
    ['an invalid port', withHost('a:99999')],
    ['an invalid address', withHost('1.2.3.999')],
    ['an address in another notation', withHost('0x7f.1')],
    ['an incomplete address', withHost('[::')],
    ['non-ASCII letters in the host', withHost('\xe4.test')],
    ['a percent sign in the host', withHost('a%00b')],
    ['a host that is too long', withHost(`${'a.'.repeat(2_000)}test`)],
    ['an asterisk', head('OPTIONS * HTTP/1.1', HOST)],
    ['an asterisk for a page', head('GET * HTTP/1.1', HOST)],
    ['a path without a slash', head('GET page HTTP/1.1', HOST)],
    ['a backslash in the path', head('GET /a\\b HTTP/1.1', HOST)],
    ['a backslash as the first slash', head('GET \\page HTTP/1.1', HOST)],
    ['an absolute URL on another host', head('GET http://other.example.test/page HTTP/1.1', HOST)],
    ['an absolute URL with a user', head('GET http://a@help.example.test/page HTTP/1.1', HOST)],
    ['an absolute URL of another protocol', head('GET ftp://help.example.test/page HTTP/1.1', HOST)],
  ])('%s', async (_, request) => {
    const { ask, lines } = await serveTwoPages()
    const { status, body } = await ask(request)
    expect(status).toBe(400)
    expect(body).not.toContain('cached')
    expect(lines).toEqual([])
  })
})

describe('a valid request head is answered', () => {
  test.each([
    ['a host with a port', withHost('help.example.test:8080'), 'cached'],
    ['a host in capitals', withHost('HELP.example.TEST'), 'cached'],
    ['a host with a trailing dot', withHost('help.example.test.'), 'cached'],
    ['an IPv4 address', withHost('192.0.2.7'), 'cached'],
    ['an IPv6 address', withHost('[2001:db8::1]:3000'), 'cached'],
    ['a name with an underscore', withHost('a_b.test'), 'cached'],
    ['no host in HTTP/1.0', head('GET /page HTTP/1.0'), 'cached'],
    ['an absolute URL on its own host', head('GET http://help.example.test/page HTTP/1.1', HOST), 'cached'],
    ['an absolute URL without a path', head('GET http://help.example.test HTTP/1.1', HOST), 'application /'],
    ['a backslash in the query', head('GET /a?q=a\\b HTTP/1.1', HOST), 'application /a'],
    ['two slashes', head('GET //other.test/ HTTP/1.1', HOST), 'application //other.test/'],
  ])('%s', async (_, request, body) => {
    const { ask } = await serveTwoPages()
    expect(await ask(request)).toMatchObject({ status: 200, body })
  })
})

test('a refusal has restrictive headers, closes the connection, and is counted', async () => {
  const { ask, url } = await serveTwoPages()
  const page = await ask(withHost('a@b'))
  expect(page.body).toBe('The request must name one valid host.\n')
  expect(page.headers).toContain('\r\nconnection: close')
  expect(page.headers).toContain("\r\ncontent-security-policy: default-src 'none'")
  const api = await ask(head('POST /api/x HTTP/1.1', 'Host: a@b', 'Content-Length: 5'))
  expect(JSON.parse(api.body)).toMatchObject({
    error: { code: 'request.malformed', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('http_requests_total{route="other",status="4xx"} 2')
})
