// More requests than a server can handle: it refuses the excess at once, finishes accepted requests, and accepts new
// ones afterwards.
import { expect, test } from '@playwright/test'
import { startApp } from '../support/app/app-server.ts'
import { liveEvents } from '../support/app/live-events.ts'
import { PRODUCTS, publishProducts } from '../support/content/products.ts'
import { startLlmServer } from '../support/models/llm-server.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'

const MOST = 2

test('a busy server asks visitors to retry, and serves them later', async () => {
  const model = await startLlmServer()
  const app = await startApp({
    env: {
      MAX_REQUESTS: String(MOST),
      ...model.env,
    },
  })
  try {
    const woven = await newTenant(app)
    const tab = await liveEvents(app, woven.workspaceId, woven.cookie)
    await publishProducts(restOf(app, woven))
    // A page that was loaded while something changed is not kept: all FAQs, and the crawl of the website that failed,
    // have to be known first.
    await expect.poll(() => tab.seen.filter(({ type }) => type === 'content.changed')).toHaveLength(PRODUCTS.length + 1)
    tab.close()
    const page = () => send(`${app.url}/faq/${woven.subdomain}`)
    expect((await page()).body).toContain('When does my carpet leave the loom?')
    const search = () => send(`${app.url}/api/public/search?subdomain=${woven.subdomain}&q=hammock`)

    model.use('in_two')
    const ask = (product: string) =>
      send(`${app.url}/api/public/ask`, {
        body: { subdomain: woven.subdomain, question: `When does my ${product} leave the loom?` },
      })
    const first = PRODUCTS.slice(0, MOST).map(ask)
    await expect.poll(() => model.requests.length).toBe(MOST)
    expect((await search()).status, 'who waits for a model takes nobody’s place').toBe(200)

    // Number of requests that may wait in addition.
    const second = PRODUCTS.slice(MOST).map(ask)
    await expect.poll(() => model.requests.length).toBe(2 * MOST)

    const refused = await search()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.body).toMatchObject({
      error: { code: 'server.busy', message: 'The server is busy. Try again in a few seconds.' },
    })
    expect((await send(`${app.url}/api/v1/faqs`)).status).toBe(503)
    expect((await page()).status, 'a page from memory').toBe(200)
    expect((await send(`${app.url}/healthz`)).status).toBe(200)
    expect((await send(`${app.url}/readyz`)).status).toBe(200)
    expect((await send(`${app.url}/metrics`)).body).toContain('http_requests_shed_total 2')

    model.goOn()
    for (const reply of await Promise.all([...first, ...second])) {
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.body)).toContain('leaves the loom on Friday')
    }
    expect((await search()).status).toBe(200)
  } finally {
    await app.stop()
    await model.close()
  }
})
