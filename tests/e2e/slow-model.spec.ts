// A slow language model: visitors get the built-in answer in time, and other requests are served as usual.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { startApp } from '../support/app/app-server.ts'
import { PRODUCTS, publishProducts } from '../support/content/products.ts'
import { startLlmServer } from '../support/models/llm-server.ts'
import { newTenant, readEvents, restOf, send } from '../support/network/http-client.ts'

test.setTimeout(120_000)

test('a model that is silent, stops midway or writes too slowly is replaced by the built-in answer after 15 seconds', async () => {
  // Each word comes in time, all of them do not.
  const model = await startLlmServer({ pauseMs: 4_000 })
  const app = await startApp({
    env: {
      ...model.env,
      // The visitor's time counts, however patient the operator is.
      AI_TIMEOUT_MS: '60000',
    },
  })
  try {
    const woven = await newTenant(app)
    await publishProducts(restOf(app, woven))
    const asking = (product = '') => ({
      subdomain: woven.subdomain,
      question: `When does my ${product} leave the loom?`,
    })
    const at = `${app.url}/api/public/ask`
    const [blanket, curtain, hammock, carpet] = PRODUCTS.map(asking)

    model.use('hang', 'hang_midway', 'slow')
    const whole = [blanket, curtain].map((body) => send(at, { body }))
    const streamed = readEvents(at, hammock as object)
    await expect.poll(() => model.requests.length).toBe(3)
    const found = await send(`${app.url}/api/public/search?subdomain=${woven.subdomain}&q=carpet`)
    expect((found.body as { results: unknown[] }).results.length).toBeGreaterThan(0)
    expect((await send(`${app.url}/faq/${woven.subdomain}`)).body).toContain('When does my carpet leave the loom?')

    // The model's own timeout is one minute here; no visitor may wait that long.
    const late = pause(40_000, 'late', { ref: false })
    const replies = await Promise.race([Promise.all([...whole, streamed]), late])
    expect(replies).not.toBe('late')
    for (const reply of await Promise.all(whole)) {
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({ outcome: 'answered', sources: [{ kind: 'faq' }] })
    }
    const events = await streamed
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { outcome: 'answered', sources: [{ kind: 'faq' }] } })

    model.use('good')
    expect((await send(at, { body: carpet })).body).toMatchObject({ outcome: 'answered' })
  } finally {
    await app.stop()
    await model.close()
  }
})
