// Headers of what is neither a page nor the API: what other sites load, files of the build, redirects, and requests that
// make no sense.
import { request } from 'node:http'
import { expect, test, WITH_DEMO } from '../support/browser/browser.ts'
import { send } from '../support/network/http-client.ts'

test.use({ serverEnv: WITH_DEMO })

const locked = (headers: Headers, what: string) => {
  expect(headers.get('content-security-policy') ?? '', what).toMatch(/^default-src 'none'; base-uri 'none'/)
  expect(headers.get('content-security-policy') ?? '', what).not.toMatch(/unsafe-/)
  expect(headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(headers.get('permissions-policy'), what).toContain('camera=()')
  expect(headers.get('set-cookie'), what).toBe(null)
  expect(headers.get('x-powered-by'), what).toBe(null)
}

test('the widget’s frame may be embedded anywhere, and neither sets nor reads cookies', async ({ app }) => {
  const { status, headers } = await send(`${app.url}/widget/frame?subdomain=demo`)
  expect(status).toBe(200)
  locked(headers, 'the frame')
  expect(headers.get('content-security-policy')).toContain('frame-ancestors *;')
  expect(headers.get('x-frame-options')).toBe(null)
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('scripts for other sites and files of the build have their headers', async ({ app, page }) => {
  for (const at of ['/widget.js', '/widget/launcher.js', '/widget/elements.js']) {
    const { status, headers } = await send(app.url + at)
    expect(status, at).toBe(200)
    locked(headers, at)
    expect(headers.get('content-type'), at).toMatch(/^text\/javascript/)
  }
  await page.goto('/auth')
  const files = await page
    .locator('script[src], link[rel=stylesheet]')
    .evaluateAll((all) => all.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? ''))
  expect(files.length).toBeGreaterThan(0)
  for (const at of files) locked((await send(new URL(at, app.url).href)).headers, at)
})

test('redirects and refusals have their headers', async ({ app }) => {
  for (const at of ['/api/auth/callback/google?state=x&code=y', '/%', '/faq/%00', '/api/events', '/api/v1/faqs']) {
    const answer = await fetch(app.url + at, { redirect: 'manual' })
    expect(answer.status, at).toBeLessThan(500)
    locked(answer.headers, at)
    await answer.body?.cancel()
  }
})

test('TRACE does not return the request', async ({ app }) => {
  const said = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const asked = request(app.url, { method: 'TRACE', headers: { 'x-secret': 'sent-along' } }, (answer) => {
      let body = ''
      answer.on('data', (piece) => (body += piece))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(said.status).toBeGreaterThanOrEqual(400)
  expect(said.body).not.toContain('sent-along')
})
