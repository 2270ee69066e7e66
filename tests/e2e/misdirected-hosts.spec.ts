// A local instance answers for its own names alone: a website whose name leads to this machine reaches nothing on it.
import { request } from 'node:http'
import { expect, test, WITH_DEMO } from '../support/browser/browser.ts'
import { call, newTenant } from '../support/network/http-client.ts'

test.use({ serverEnv: WITH_DEMO })

const ADDRESSES = [
  '/',
  '/faq/demo',
  '/dev/outbox',
  '/metrics',
  '/healthz',
  '/readyz',
  '/widget.js',
  '/widget/frame?subdomain=demo',
  '/api/events',
  '/api/public/workspaces/demo',
  '/api/v1/faqs',
  '/dashboard',
  '/none',
]

const statusOn = (host: string, port: string, path: string, options: { method?: string; headers?: object } = {}) =>
  new Promise<number>((resolve, reject) => {
    const { method = 'GET', headers } = options
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })

test('an unknown host gets 421 at every address', async ({ app }) => {
  const { port } = new URL(app.url)
  for (const path of ADDRESSES) {
    for (const host of ['evil.example', `rebound.evil.example:${port}`, `0.0.0.0:${port}`, 'localhost.evil.example'])
      expect(await statusOn(host, port, path), `${path} on ${host}`).toBe(421)
    expect(await statusOn(`localhost:${port}`, port, path), path).not.toBe(421)
  }
  expect(await statusOn('evil.example', port, '/api/rpc/accounts/signUp', { method: 'POST' })).toBe(421)
  const forwarded = { 'x-forwarded-host': 'localhost' }
  expect(await statusOn('evil.example', port, '/dev/outbox', { headers: forwarded })).toBe(421)
})

test('a page on an unknown host cannot read local content', async ({ app, browser }) => {
  const { port } = new URL(app.url)
  const page = await browser.newPage()
  const answer = await page.goto(`http://0.0.0.0:${port}/dev/outbox`)
  expect(answer?.status()).toBe(421)
  await page.close()
})

test("a workspace's domain is served until it is removed", async ({ app }) => {
  const { port } = new URL(app.url)
  const tenant = await newTenant(app)
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const domain = `help-${process.pid}.woven.example`
  const status = () => statusOn(domain, port, `/faq/${tenant.subdomain}`)
  expect(await status()).toBe(421)
  await call(app, 'domains/set', { custom_domain: domain }, headers)
  await expect.poll(status).toBe(200)
  await call(app, 'domains/remove', {}, headers)
  await expect.poll(status).toBe(421)
})
