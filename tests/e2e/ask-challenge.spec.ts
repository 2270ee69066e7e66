// A workspace under attack: its visitors go on being answered, on the page and in the widget, after a moment of work
// that their browser does; programs that do none are refused.

import { answerCard, box, expect, test } from '../support/content/shop.ts'
import { frameOn } from '../support/content/widget-shop.ts'
import { send } from '../support/network/http-client.ts'
import { startHostSite, widgetTag } from '../support/websites/host-site.ts'

test.use({ serverEnv: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } })

const QUESTION = 'Which wool do you use?'

test('visitors get answers, and programs without a solution do not', async ({ page, app, newShop }) => {
  const shop = await newShop()
  const ask = (from: string, more: object = {}) =>
    send(`${app.url}/api/public/ask`, {
      body: { subdomain: shop.subdomain, question: QUESTION, ...more },
      headers: { 'x-forwarded-for': from },
    })
  let refused = await ask('203.0.113.1')
  for (let index = 0; index < 200 && refused.status === 200; index++) refused = await ask(`203.0.113.${index % 250}`)
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'ask.proof_required', details: { challenge: expect.any(String), bits: 16 } } },
  })
  expect((await ask('203.0.113.7', { proof: 'made.up:1' })).status).toBe(429)

  await page.goto(shop.path)
  await box(page).fill(QUESTION)
  const proven = page.waitForRequest((request) => request.postDataJSON()?.proof !== undefined)
  await page.keyboard.press('Enter')
  const { proof } = (await proven).postDataJSON()
  await expect(answerCard(page)).toContainText('Merino')
  expect((await ask('203.0.113.8', { proof })).status, 'what was proved once').toBe(429)

  const site = await startHostSite()
  site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': shop.workspace_id }) })
  await page.goto(`${site.origin}/shop`)
  await box(frameOn(page)).fill(QUESTION)
  await page.keyboard.press('Enter')
  await expect(answerCard(frameOn(page))).toContainText('Merino')
  await site.close()
})
