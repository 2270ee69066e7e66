import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { PRIVATE_ADDRESSES } from '../../../tests/support/network/private-addresses.ts'
import { type GuardedOptions, guardedFetch, type Resolver } from './index.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function site(handle: (req: IncomingMessage, res: ServerResponse) => void) {
  const requests: { url: string; headers: IncomingMessage['headers']; method: string }[] = []
  const server = createServer((req, res) => {
    requests.push({ url: req.url ?? '', headers: req.headers, method: req.method ?? '' })
    handle(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, allowHosts: [`127.0.0.1:${port}`], requests }
}

const toLoopback: Resolver = async () => [{ address: '127.0.0.1', family: 4 }]
const nowhere: Resolver = () => Promise.reject(new Error('No name may be resolved'))
const refusal = (url: string, options: GuardedOptions = {}) =>
  guardedFetch(url, options).catch((error: unknown) => error)
const BLOCKED = { kind: 'invalid', code: 'outbound.blocked' }

describe('addresses are refused without a request', () => {
  test.each([
    // The rest of it are names, which are looked up below.
    ...PRIVATE_ADDRESSES.filter((address) => !address.includes('localhost')),
    'http://example.com:22/',
    'http://example.com:8080/',
    'https://example.com:6379/',
    'http://user@example.com/',
    'http://user:password@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('%s', async (url) => {
    expect(await refusal(url, { resolve: nowhere })).toMatchObject(BLOCKED)
  })
})

test.each([
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://foo.localhost/',
  'http://127.0.0.1.nip.example/',
])('a name with a private address is refused: %s', async (url) => {
  expect(await refusal(url, { resolve: toLoopback })).toMatchObject(BLOCKED)
  expect(await refusal(url.replace('http:', 'https:'), { resolve: toLoopback })).toMatchObject(BLOCKED)
})

test("the system's own localhost is refused", async () => {
  expect(await refusal('http://localhost/')).toMatchObject(BLOCKED)
})

describe('hosts that the operator allows', () => {
  test('are accepted by host and port, as a literal or a name', async () => {
    const { url, port, allowHosts } = await site((_req, res) => res.end('inside'))
    const answer = await guardedFetch(`${url}/page`, { allowHosts })
    expect(answer).toMatchObject({ status: 200, url: `${url}/page` })
    expect(answer.text()).toBe('inside')
    const named = await guardedFetch(`http://Intranet.example:${port}/`, {
      allowHosts: [`intranet.example:${port}`],
      resolve: toLoopback,
    })
    expect(named.text()).toBe('inside')
  })

  test('are accepted with no other port or host', async () => {
    const { url, port, requests } = await site((_req, res) => res.end('inside'))
    expect(await refusal(url, { allowHosts: ['127.0.0.1:1', '127.0.0.1'] })).toMatchObject(BLOCKED)
    expect(
      await refusal(`http://other.example:${port}/`, { allowHosts: [`127.0.0.1:${port}`], resolve: toLoopback }),
    ).toMatchObject(BLOCKED)
    // An address allowed for one caller is refused for another, even with an open connection.
    await guardedFetch(url, { allowHosts: [`127.0.0.1:${port}`] })
    expect(await refusal(url)).toMatchObject(BLOCKED)
    expect(requests).toHaveLength(1)
  })
})

describe('redirects', () => {
  test('are followed, and the last address is returned', async () => {
    const { url, allowHosts } = await site((req, res) => {
      if (req.url === '/end') return res.end('end')
      return res.writeHead(302, { location: req.url === '/1' ? './2' : '/end' }).end()
    })
    expect(await guardedFetch(`${url}/1`, { allowHosts })).toMatchObject({ status: 200, url: `${url}/end` })
  })

  test.each([
    'http://127.0.0.1:PORT/',
    'http://[::1]/',
    'http://2130706433:PORT/',
    'file:///etc/passwd',
    '//localhost:PORT/',
  ])('are refused to %s', async (location) => {
    const inside = await site((_req, res) => res.end('secret'))
    const outside = await site((_req, res) => {
      res.writeHead(302, { location: location.replace('PORT', String(inside.port)) }).end()
    })
    expect(await refusal(outside.url, { allowHosts: outside.allowHosts })).toMatchObject(BLOCKED)
    expect(inside.requests).toEqual([])
  })

  test('are limited in number, and can be disabled', async () => {
    const { url, allowHosts, requests } = await site((_req, res) => res.writeHead(302, { location: '/again' }).end())
    expect(await refusal(url, { allowHosts, maxRedirects: 3 })).toMatchObject({ code: 'outbound.failed' })
    expect(requests).toHaveLength(4)
    expect((await guardedFetch(url, { allowHosts, maxRedirects: 0 })).status).toBe(302)
  })

  test('drop confidential headers for another origin, and a 303 becomes a GET', async () => {
    const other = await site((_req, res) => res.end('ok'))
    const first = await site((_req, res) => res.writeHead(303, { location: other.url }).end())
    await guardedFetch(first.url, {
      allowHosts: [...first.allowHosts, ...other.allowHosts],
      method: 'POST',
      body: '{}',
      headers: {
        authorization: 'Bearer x',
        cookie: 'a=b',
        'x-kept': 'yes',
        'content-type': 'application/json',
        host: 'evil',
      },
    })
    expect(first.requests[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer x' } })
    expect(first.requests[0]?.headers.host).toBe(`127.0.0.1:${first.port}`)
    expect(other.requests[0]).toMatchObject({ method: 'GET', headers: { 'x-kept': 'yes' } })
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(other.requests[0]?.headers).not.toHaveProperty('cookie')
  })
})

describe('the limits of a request', () => {
  test('apply to the size, also of compressed responses without a declared length', async () => {
    const { url, allowHosts } = await site((req, res) => {
      if (req.url === '/bomb')
        return res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
      if (req.url !== '/endless') return res.end('x'.repeat(1000))
      const more = () => {
        while (res.write('x'.repeat(10_000)));
        res.once('drain', more)
      }
      return more()
    })
    expect((await guardedFetch(url, { allowHosts, maxBytes: 1000 })).body).toHaveLength(1000)
    const tooLarge = { kind: 'too_large', code: 'outbound.too_large' }
    expect(await refusal(url, { allowHosts, maxBytes: 999 })).toMatchObject(tooLarge)
    expect(await refusal(`${url}/bomb`, { allowHosts, maxBytes: 100_000 })).toMatchObject(tooLarge)
    expect(await refusal(`${url}/endless`, { allowHosts, maxBytes: 100_000 })).toMatchObject(tooLarge)
  })

  test('apply to the time, before and during the response', async () => {
    const { url, allowHosts } = await site((req, res) => {
      if (req.url === '/body') res.writeHead(200).write('beginning')
    })
    const timeout = { kind: 'unavailable', code: 'outbound.timeout' }
    expect(await refusal(url, { allowHosts, timeoutMs: 100 })).toMatchObject(timeout)
    expect(await refusal(`${url}/body`, { allowHosts, timeoutMs: 100 })).toMatchObject(timeout)
  })

  test('include an abort by the caller', async () => {
    const gone = new AbortController()
    const { url, allowHosts } = await site(() => gone.abort())
    expect(await refusal(url, { allowHosts, signal: gone.signal })).toMatchObject({ code: 'outbound.failed' })
  })
})

test('an unreachable server causes `outbound.failed`', async () => {
  const { url, allowHosts } = await site(() => {})
  for (const close of closers.splice(0)) await close()
  expect(await refusal(url, { allowHosts })).toMatchObject({ kind: 'unavailable', code: 'outbound.failed' })
  expect(await refusal('http://nowhere.example/', { resolve: nowhere })).toMatchObject({ code: 'outbound.failed' })
})

test('text is decoded by its charset, and every status is a response', async () => {
  const { url, allowHosts } = await site((_req, res) => {
    res.writeHead(404, { 'content-type': 'text/html; charset="iso-8859-1"' }).end(Buffer.from([0x67, 0xfc, 0x6e]))
  })
  const answer = await guardedFetch(url, { allowHosts })
  expect(answer.status).toBe(404)
  expect(answer.text()).toBe('gün')
})

test('proxies from the environment are not used', async () => {
  const proxy = await site((_req, res) => res.end('through the proxy'))
  const { url, allowHosts } = await site((_req, res) => res.end('direct'))
  process.env.HTTP_PROXY = proxy.url
  try {
    expect((await guardedFetch(url, { allowHosts })).text()).toBe('direct')
  } finally {
    delete process.env.HTTP_PROXY
  }
})
