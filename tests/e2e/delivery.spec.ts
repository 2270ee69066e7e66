// Delivery of pages and health checks: encodings, revalidation, security headers by class of route, 404 pages.

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, WITH_DEMO } from '../support/browser/browser.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'

test.use({ serverEnv: WITH_DEMO })

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }

/** A request whose answer is left as it came: `fetch` would decompress it. */
const raw = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

const CACHING = {
  '/faq/demo': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400',
  '/': 'no-cache',
}

for (const [at, caching] of Object.entries(CACHING)) {
  test(`${at} is compressed and revalidated, and HEAD returns the same headers as GET`, async ({ app }) => {
    const url = app.url + at
    const plain = await raw(url)
    expect(plain.status).toBe(200)
    expect(plain.headers['content-encoding']).toBe(undefined)
    expect(plain.headers['cache-control']).toBe(caching)
    const html = plain.bytes.toString()
    expect(html).toMatch(/^<!doctype html>/i)
    const forms = [
      { accept: 'gzip, deflate', encoding: 'gzip', open: gunzipSync },
      { accept: 'gzip, deflate, br, zstd', encoding: 'br', open: brotliDecompressSync },
    ]
    const tags = new Set([plain.headers.etag])
    for (const { accept, encoding, open } of forms) {
      const packed = await raw(url, { 'accept-encoding': accept })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.vary).toContain('Accept-Encoding')
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
      expect(open(packed.bytes).toString()).toBe(html)
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      tags.add(packed.headers.etag)

      const etag = String(packed.headers.etag)
      const unchanged = await raw(url, { 'accept-encoding': accept, 'if-none-match': etag })
      expect(unchanged).toMatchObject({ status: 304, headers: { etag } })
      expect(unchanged.bytes).toHaveLength(0)
      const other = await raw(url, { 'accept-encoding': accept, 'if-none-match': '"other"' })
      expect(other.status).toBe(200)

      const head = await raw(url, { 'accept-encoding': accept }, 'HEAD')
      expect(head.status).toBe(200)
      expect(head.bytes).toHaveLength(0)
      for (const name of ['etag', 'content-type', 'content-encoding', 'content-length', 'content-security-policy'])
        expect(head.headers[name], name).toEqual(packed.headers[name])
    }
    expect(tags.size, 'each encoding has its own tag').toBe(3)
  })
}

test('an edit immediately changes the page and its ETag, and a draft changes nothing', async ({ app }) => {
  const tenant = await newTenant(app)
  const rest = restOf(app, tenant)
  const url = `${app.url}/faq/${tenant.subdomain}`
  const read = async () => {
    const { headers, bytes } = await raw(url)
    return { etag: headers.etag, html: bytes.toString() }
  }
  const empty = await read()
  const faq = { question: 'Who weaves this?', answer: 'Ada does.' }
  const { body } = await rest('/faqs', { body: faq })
  const { id } = body as { id: string }
  expect((await read()).html).not.toContain('Who weaves this?')
  await rest(`/faqs/${id}`, { method: 'PATCH', body: { status: 'published' } })
  await expect.poll(async () => (await read()).html).toContain('Who weaves this?')
  const published = await read()
  expect(published.etag).not.toBe(empty.etag)
  expect((await raw(url, { 'if-none-match': String(published.etag) })).status).toBe(304)
  await rest(`/faqs/${id}`, { method: 'PATCH', body: { answer: 'Grace does.' } })
  await expect.poll(async () => (await raw(url, { 'if-none-match': String(published.etag) })).status).toBe(200)
  expect((await read()).html).toContain('Grace does.')
  await rest(`/faqs/${id}`, { method: 'DELETE' })
  await expect.poll(async () => (await read()).html).not.toContain('Who weaves this?')
})

const CLASSES: [
  name: string,
  status: number,
  expected: { csp: RegExp; headers: Record<string, string | undefined> },
  paths: string[],
][] = [
  [
    'the dashboard',
    200,
    {
      csp: /frame-ancestors 'none'.*script-src 'self'; style-src 'self';/,
      headers: { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' },
    },
    ['/auth', '/dashboard', '/pages', '/messages', '/workspace-setup'],
  ],
  [
    'pages for visitors',
    200,
    {
      csp: /frame-ancestors 'self'.*script-src 'self'(?: 'sha256-[\w+/]+=*')?; style-src 'self' 'sha256-[\w+/]+=*';/,
      headers: { 'x-frame-options': 'SAMEORIGIN' },
    },
    ['/', '/faq/demo', '/api/docs', '/dev/outbox'],
  ],
  [
    'the API and probes',
    200,
    { csp: /frame-ancestors 'none'; form-action 'none'; sandbox$/, headers: { 'x-frame-options': 'DENY' } },
    [
      '/healthz',
      '/readyz',
      '/metrics',
      '/api/openapi.json',
      '/api/public/workspaces/demo',
      '/faq/demo/sitemap.xml',
      '/faq/demo/llms.txt',
    ],
  ],
  [
    'refusals of the API',
    404,
    { csp: /sandbox$/, headers: {} },
    ['/api/nothing', '/api/v1/nothing', '/api/public/workspaces/none'],
  ],
]

/** The content type of a path of `CLASSES`. JSON has no charset parameter (RFC 8259): it is UTF-8. */
function typeOf(path: string): RegExp {
  if (path.endsWith('.xml')) return /^application\/xml; charset=utf-8$/i
  if (path.endsWith('.txt')) return /^text\/plain; charset=utf-8$/i
  if (path === '/metrics') return /^text\/plain; version=0\.0\.4; charset=utf-8$/
  const isJson = /^\/(healthz|readyz)$/.test(path) || (path.startsWith('/api/') && path !== '/api/docs')
  return isJson ? /^application\/json$/ : /^text\/html; charset=utf-8$/i
}

for (const [name, status, { csp, headers: expected }, paths] of CLASSES) {
  test(`${name} has the security headers`, async ({ app }) => {
    for (const at of paths) {
      const { status: got, headers } = await send(app.url + at)
      expect(got, at).toBe(status)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, at).toMatch(/^default-src 'none'; base-uri 'none'/)
      expect(policy, at).toMatch(csp)
      expect(policy, at).not.toMatch(/unsafe-|''|\*/)
      expect(headers.get('x-content-type-options'), at).toBe('nosniff')
      expect(headers.get('content-type'), at).toMatch(typeOf(at))
      expect(headers.get('referrer-policy'), at).toMatch(/^(same-origin|strict-origin-when-cross-origin)$/)
      expect(headers.get('permissions-policy'), at).toContain('camera=()')
      expect(headers.get('x-powered-by'), at).toBe(null)
      expect(headers.get('set-cookie'), at).toBe(null)
      for (const [header, value] of Object.entries(expected)) expect(headers.get(header), `${at} ${header}`).toBe(value)
    }
  })
}

test('the health checks report what works', async ({ app }) => {
  expect(await send(`${app.url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await send(`${app.url}/readyz`)).toMatchObject({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', queue: 'ok', storage: 'ok' } },
  })
  const metrics = await send(`${app.url}/metrics`)
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(metrics.body).toMatch(/^http_requests_total\{.*status="2xx".*\} \d+$/m)
  expect(metrics.body).toMatch(/^process_resident_memory_bytes \d+$/m)
})

test('an unknown address returns 404, with a page for people and JSON for programs', async ({ app }) => {
  for (const at of [
    '/nothing',
    '/dashboard/nothing',
    '/pages/none',
    '/visitor-assets/none.js',
    '/assets/none.js',
    '/..%2f..%2fpackage.json',
  ]) {
    const { status, headers } = await send(app.url + at)
    expect(status, at).toBe(404)
    expect(headers.get('content-type'), at).toContain('text/html')
  }
  for (const at of ['/api', '/api/nothing', '/api/v1', '/api/public', '/api/rpc/nothing']) {
    const { status, body, headers } = await send(app.url + at)
    expect(status, at).toBe(404)
    expect(body, at).toEqual({
      error: {
        code: 'route.not_found',
        message: 'There is nothing at this address.',
        request_id: headers.get('x-request-id'),
      },
    })
  }
  for (const at of ['/faq/no-such-page', '/faq/demo/no-such-answer', '/faq/..%2f..%2fetc']) {
    const { status, body } = await send(app.url + at)
    expect(status, at).toBe(404)
    expect(body, at).toContain('FAQ Page Not Found')
  }
})

test('another site cannot act with a session cookie', async ({ app }) => {
  const tenant = await newTenant(app)
  const url = `${app.url}/api/rpc/workspaces/create`
  const body = { json: { name: 'Stolen', website_url: 'https://evil.example.test' } }
  for (const headers of [
    { origin: 'https://evil.example.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    const reply = await send(url, { body, headers: { ...headers, cookie: tenant.cookie } })
    expect(reply, JSON.stringify(headers)).toMatchObject({
      status: 403,
      body: { error: { code: 'request.cross_site' } },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBe(null)
  }
})
