// Large bodies of strangers, at every route of the built server that takes a body (the code says which there are), and
// large ones of owners.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import type { AppServer } from '../support/app/app-server.ts'
import { expect, test, WITH_DEMO } from '../support/browser/browser.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'
import { routesInCode, type ServerRoute } from '../support/network/server-routes.ts'

test.use({ serverEnv: WITH_DEMO })

const KB = 1024
const MB = 1024 * KB

/** Paths at which an anonymous client finds each route. */
const ADDRESSES: Record<string, string | string[]> = {
  '/api/rpc/*': '/api/rpc/faqs/import',
  '/api/v1/*': '/api/v1/faqs/import',
  '/ask': ['/api/v1/public/ask', '/api/public/ask'],
  '/contact': '/contact',
  '/faq/:subdomain': '/faq/demo',
  '/faq/:subdomain/*': '/faq/demo/any-question',
  '/faq/:subdomain/mcp': '/faq/demo/mcp',
  '/feedback': ['/api/v1/public/feedback', '/api/public/feedback'],
  '/handoff': ['/api/v1/public/handoff', '/api/public/handoff'],
  '/ops/operators/add': '/ops/operators/add',
  '/ops/operators/remove': '/ops/operators/remove',
  '/token': ['/api/v1/public/token', '/api/public/token'],
  '/try': '/try',
  '{SANDBOX_PATH}/checkout/:id': '/billing/sandbox/checkout/1',
  '{SANDBOX_PATH}/portal': '/billing/sandbox/portal',
  '{SANDBOX_PATH}/trial': '/billing/sandbox/trial',
  MCP_PATH: '/mcp',
  REGISTER_PATH: '/oauth/register',
  TOKEN_PATH: '/oauth/token',
  UNSUBSCRIBE_PATH: '/digest/unsubscribe',
  WEBHOOK_PATH: '/api/billing/webhook',
}

const takesBody = ({ method }: ServerRoute) => ['post', 'put', 'patch', 'delete', 'all'].includes(method)

/** Begins a request whose rest never follows, and waits for the answer. */
async function statusOfBegun({ url }: AppServer, at: string, framing: string, part: string): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`POST ${at} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${part}`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1])
}

test('every route that accepts a body is tested', () => {
  const names = routesInCode()
    .filter(takesBody)
    .map(({ name }) => name.split(' ').at(-1) ?? '')
  expect(Object.keys(ADDRESSES).sort()).toEqual([...new Set(names)].sort())
})

for (const at of Object.values(ADDRESSES).flat())
  test(`${at} reads at most 64 KB to refuse an anonymous large body`, async ({ app }) => {
    const status = await statusOfBegun(app, at, `Content-Length: ${32 * MB}`, 'x'.repeat(64 * KB))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    // Without a length, the chunk that is too many has to come first.
    const chunk = `${(80 * KB).toString(16)}\r\n${'x'.repeat(80 * KB)}\r\n`
    const endless = await statusOfBegun(app, at, 'Transfer-Encoding: chunked', chunk)
    expect(endless).toBeGreaterThanOrEqual(400)
    expect(endless).toBeLessThan(500)
  })

test('an owner imports many megabytes, which are then no longer in flight', async ({ app }) => {
  const tenant = await newTenant(app)
  const items = Array.from({ length: 150 }, (_, index) => ({ question: '', answer: `${index} ${'x'.repeat(19_000)}` }))
  const reply = await restOf(app, tenant)('/faqs/import', {
    body: { items: [...items, { question: 'How is wool washed?', answer: 'By hand, cold.' }] },
  })
  expect(reply).toMatchObject({ status: 200, body: { created: 1, failed: { length: 150 } } })
  const { body } = await send(`${app.url}/metrics`)
  expect(body).toContain('\nhttp_body_bytes_in_flight 0\n')
  expect(readdirSync(path.join(app.dataDir, 'incoming'))).toEqual([])
})
