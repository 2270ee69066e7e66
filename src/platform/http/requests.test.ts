import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorOf, LOCAL, serve } from '../../../tests/support/network/http-server.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createLogger } from '../log/index.ts'
import { cors, type HttpApp, jsonBody, refuseCrossSite } from './index.ts'

describe('errors', () => {
  const routes = (app: HttpApp) => {
    app.get('/api/limited', () => {
      throw new AppError('rate_limited', 'rate_limited', 'Too many requests.', { details: { retry_after: 6.2 } })
    })
    app.get('/api/forbidden', () => {
      throw new AppError('forbidden', 'request.cross_site', 'This request came from another site.')
    })
    app.get('/api/broken', () => {
      throw new Error('secret detail')
    })
    app.post('/api/body', async (context) =>
      context.json(
        await jsonBody(context, z.object({ items: z.array(z.object({ question: z.string().max(3, 'Too long.') })) })),
      ),
    )
  }

  test('contain code, message and request id, with the matching status', async () => {
    const { url } = await serve(routes)
    const limited = await fetch(`${url}/api/limited`)
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('7')
    const error = await errorOf(limited)
    expect(error).toEqual({
      code: 'rate_limited',
      message: 'Too many requests.',
      details: { retry_after: 6.2 },
      request_id: limited.headers.get('x-request-id'),
    })
  })

  test('reveal nothing when they are unexpected, but are logged under the same request id', async () => {
    const lines: string[] = []
    const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) })
    const { url } = await serve(routes, { log })
    const response = await fetch(`${url}/api/broken`)
    expect(response.status).toBe(500)
    const error = await errorOf(response)
    expect(error.code).toBe('internal')
    expect(JSON.stringify(error)).not.toContain('secret detail')
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      request_id: error.request_id,
      path: '/api/broken',
      err: { message: 'secret detail' },
    })
  })

  test('are logged when they may be attacks: refusals and exceeded limits', async () => {
    const lines: string[] = []
    const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) })
    const { url } = await serve(routes, { log })
    for (const [path, code] of [
      ['/api/limited', 'rate_limited'],
      ['/api/forbidden', 'request.cross_site'],
    ]) {
      const error = await errorOf(await fetch(url + path))
      expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ request_id: error.request_id, path, code })
    }
    await fetch(`${url}/api/none`)
    expect(lines).toHaveLength(2)
  })

  test('name the fields of an invalid body', async () => {
    const { url } = await serve(routes)
    const post = (body: string) => fetch(`${url}/api/body`, { method: 'POST', body })
    expect(await errorOf(await post('{'))).toMatchObject({ code: 'request.malformed_json' })
    const invalid = await post(JSON.stringify({ items: [{ question: 'a' }, { question: 'long' }] }))
    expect(invalid.status).toBe(400)
    expect(await errorOf(invalid)).toMatchObject({
      code: 'request.invalid',
      message: 'items.1.question: Too long.',
      details: { fields: [{ path: 'items.1.question', message: 'Too long.' }] },
    })
    const broken = await post(String.raw`{"items":[{"question":"\ud83e"}]}`)
    expect(broken.status).toBe(400)
    expect(await errorOf(broken)).toMatchObject({ details: { fields: [{ path: 'items.0.question' }] } })
    expect((await post('{"items":[]}')).status).toBe(200)
  })

  test('are returned for unknown addresses', async () => {
    const { url } = await serve(routes, { notFoundPage: (context) => context.text('A page', 404) })
    expect(await errorOf(await fetch(`${url}/api/nothing`))).toMatchObject({ code: 'route.not_found' })
    expect(await (await fetch(`${url}/nothing`)).text()).toBe('A page')
  })
})

test('every response has restrictive headers unless its route says otherwise', async () => {
  const config = { ...LOCAL, appUrl: new URL('https://help.example.com') }
  const { url } = await serve((app) => app.get('/api/x', (context) => context.json({})), { config })
  for (const path of ['/api/x', '/healthz', '/nothing']) {
    const { headers } = await fetch(url + path)
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
  }
})

test('a script response has no sandbox, with which it would not run as a worker', async () => {
  const { url } = await serve((app) => {
    app.get('/worker.js', (context) =>
      context.body('postMessage(1)', 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
  })
  const policy = (await fetch(`${url}/worker.js`)).headers.get('content-security-policy')
  expect(policy).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'")
})

test('a response with immutable headers has restrictive headers too', async () => {
  const inner = await serve((app) => app.get('/api/x', (context) => context.text('passed on')))
  const { url } = await serve((app) => app.get('/api/y', () => fetch(`${inner.url}/api/x`)))
  const response = await fetch(`${url}/api/y`)
  expect(await response.text()).toBe('passed on')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

describe('the client address', () => {
  const routes = (app: HttpApp) => {
    app.get('/who', (context) => {
      const { host, protocol } = context.var.origin
      return context.json({ address: context.var.clientAddress, host, protocol, id: context.var.requestId })
    })
  }
  const behindProxy = { config: { ...LOCAL, trustProxy: ['127.0.0.0/8'] } }
  const headers = {
    'x-forwarded-for': '1.1.1.1, 203.0.113.9',
    'x-forwarded-host': 'docs.example.com',
    'x-request-id': 'outside-0001',
  }

  test('is the address of the connection, despite forwarded headers', async () => {
    const { url } = await serve(routes)
    const body = await (await fetch(`${url}/who`, { headers })).json()
    expect(body).toMatchObject({ address: '127.0.0.1', host: url.slice(7) })
    expect(body).not.toMatchObject({ id: 'outside-0001' })
  })

  test('is the one that a trusted proxy forwards', async () => {
    const { url } = await serve(routes, behindProxy)
    const body = await (await fetch(`${url}/who`, { headers })).json()
    expect(body).toEqual({ address: '203.0.113.9', host: 'docs.example.com', protocol: 'http', id: 'outside-0001' })
  })

  test('is read from the proxy’s end, ignoring values written by the client', async () => {
    const { url } = await serve(routes, behindProxy)
    const forged = { 'x-forwarded-host': 'evil.example, docs.example.com', 'x-forwarded-proto': 'http, https' }
    const body = await (await fetch(`${url}/who`, { headers: forged })).json()
    expect(body).toMatchObject({ host: 'docs.example.com', protocol: 'https' })
  })

  test.each(['a@b', 'a/b', 'a b', 'docs.example.com, '])('ignores the forwarded host %j', async (forwarded) => {
    const { url } = await serve(routes, behindProxy)
    const body = await (await fetch(`${url}/who`, { headers: { 'x-forwarded-host': forwarded } })).json()
    expect(body).toMatchObject({ host: url.slice(7) })
  })
})

test('cross-origin access is allowed for all sites, or for those that the handler lists', async () => {
  const { url } = await serve((app) => {
    app.use('/api/*', cors)
    app.get('/api/open/*', (context) => context.json({}))
    app.get('/api/listed/*', (context) => {
      context.set('corsOrigins', ['https://shop.example'])
      return context.json({})
    })
  })
  const ask = (path: string, origin: string, method = 'GET') =>
    fetch(url + path, {
      method,
      headers: { origin, ...(method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}) },
    })
  expect((await ask('/api/open/x', 'https://any.example')).headers.get('access-control-allow-origin')).toBe('*')
  const preflight = await ask('/api/open/x', 'https://any.example', 'OPTIONS')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
  const listed = await ask('/api/listed/x', 'https://shop.example')
  expect(listed.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  expect((await ask('/api/listed/x', 'https://evil.example')).headers.get('access-control-allow-origin')).toBe(null)
  expect((await ask('/api/open/none', 'https://any.example')).headers.get('access-control-allow-credentials')).toBe(
    null,
  )
})

test('requests with a session are accepted from pages of this site only', async () => {
  const { url } = await serve((app) => {
    app.use('/api/rpc/*', refuseCrossSite(LOCAL.appUrl))
    app.post('/api/rpc/x', (context) => context.json({}))
  })
  const post = async (headers: Record<string, string>) =>
    (await fetch(`${url}/api/rpc/x`, { method: 'POST', headers })).status
  expect(await post({})).toBe(200)
  expect(await post({ origin: 'http://localhost:3000' })).toBe(200)
  expect(await post({ origin: url })).toBe(200)
  expect(await post({ origin: 'https://evil.example' })).toBe(403)
  expect(await post({ origin: 'null' })).toBe(403)
  // A browser that leaves the origin out.
  for (const site of ['cross-site', 'same-site']) expect(await post({ 'sec-fetch-site': site }), site).toBe(403)
  for (const site of ['same-origin', 'none']) expect(await post({ 'sec-fetch-site': site }), site).toBe(200)
})
