// Browsers use the widget and the API of a workspace on the sites that it lists, and on no other site, at the cost of no
// model call. Questions need a token that our own pages fetch.

import { answerCard, box, questions, type Shop } from '../support/content/shop.ts'
import { expect, frameOn, MANY, ownerCalls, test as widgetTest } from '../support/content/widget-shop.ts'
import { startHostSite, widgetTag } from '../support/websites/host-site.ts'

const QUESTION = 'Which wool do you use?'
const ask = (shop: Shop, more: object = {}) => ({ subdomain: shop.subdomain, question: QUESTION, ...more })

/** A shop that lists the worker's website and nothing else. */
const test = widgetTest.extend<object, { listed: Shop }>({
  listed: [
    async ({ app, newShop, site }, use) => {
      const shop = await newShop(MANY)
      const owner = await ownerCalls(app, shop)
      const kept = await owner('workspaces/allowedOrigins/replace', { origins: [`${site.origin}/some/page`] })
      expect(kept).toEqual({ origins: [site.origin] })
      await use(shop)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('a listed site shows the widget, and its frame may ask', async ({ page, app, site, listed, model }) => {
  const before = model.requests.length
  site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': listed.workspace_id }) })
  await page.goto(`${site.origin}/shop`)
  await expect(questions(frameOn(page))).toHaveCount(6)
  await frameOn(page).getByRole('button', { name: 'Product' }).click()
  await expect(questions(frameOn(page))).toHaveCount(6)
  await box(frameOn(page)).fill(QUESTION)
  const asked = page.waitForRequest('**/api/public/ask')
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON()).toMatchObject({ visitor_token: expect.stringMatching(/^\d+\.[\w-]{43}$/) })
  await expect(answerCard(frameOn(page))).toContainText('Merino')
  expect(model.requests.length).toBe(before + 1)
})

test('the public page can still ask, with and without JavaScript', async ({ page, newPerson, listed }) => {
  await page.goto(listed.path)
  await box(page).fill(QUESTION)
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('Merino')
  const page2 = await newPerson({ javaScriptEnabled: false })
  await page2.goto(listed.path)
  await box(page2).fill(QUESTION)
  await page2.keyboard.press('Enter')
  await expect(answerCard(page2)).toContainText('Merino')
})

test.describe('a site that is not listed', () => {
  test.use({
    expectedErrors: [[/frame-ancestors/, /blocked by CORS policy/, /ERR_BLOCKED/, /ERR_FAILED/], { scope: 'test' }],
  })

  test('can neither show the widget nor ask, and no model is called', async ({ page, app, listed, model }) => {
    const before = model.requests.length
    const stranger = await startHostSite()
    stranger.put('/', { body: widgetTag(app.url, { 'data-workspace-id': listed.workspace_id }) })
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(`${stranger.origin}/`)
    await refused
    await expect(frameOn(page).getByText('Frequently Asked Questions')).toHaveCount(0)

    const attempt = (
      path: string,
      init: { method?: string; mode?: 'no-cors'; headers?: Record<string, string>; body?: string } = {},
    ) =>
      page.evaluate(
        ([url, init]) =>
          fetch(url, init).then(
            (response) => response.status,
            () => 'failed',
          ),
        [app.url + path, init] as const,
      )
    const body = JSON.stringify(ask(listed))
    const headers = { 'content-type': 'application/json' }
    expect(await attempt('/api/public/ask', { method: 'POST', headers, body })).toBe('failed')
    expect(await attempt('/api/public/ask', { method: 'POST', mode: 'no-cors', body })).not.toBe(200)
    expect(await attempt(`/api/public/search?subdomain=${listed.subdomain}&q=wool`)).toBe('failed')
    expect(await attempt(`/api/public/workspaces/${listed.subdomain}/faqs`)).toBe('failed')
    const name = JSON.stringify({ subdomain: listed.subdomain })
    expect(await attempt('/api/public/token', { method: 'POST', headers, body: name })).toBe('failed')
    // A form without a script, asked by a picture.
    await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const picture = new Image()
          picture.onerror = resolve
          picture.src = url
        }),
      `${app.url}${listed.path}?q=${encodeURIComponent(QUESTION)}&ask=1`,
    )
    expect(model.requests.length).toBe(before)
    await stranger.close()
  })
})

test("a question requires a token, which is available to this server's pages and listed sites only", async ({
  page,
  app,
  site,
  listed,
  wide,
  model,
}) => {
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/public/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const refusal = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    return [answer.status, error.code, answer.headers.get('access-control-allow-origin')]
  }
  const before = model.requests.length
  const token = [403, 'widget.token_required', null]
  expect(await refusal(await post(ask(listed)))).toEqual(token)
  expect(await refusal(await post(ask(listed), { accept: 'text/event-stream' }))).toEqual(token)
  expect(await refusal(await post(ask(listed, { visitor_token: 'made.up' })))).toEqual(token)
  expect(await refusal(await post(ask(listed), { origin: site.origin }))).toEqual([
    403,
    'widget.token_required',
    site.origin,
  ])
  const origin = [403, 'widget.origin_not_allowed', null]
  for (const from of ['https://evil.example', 'null', `${site.origin}.evil.example`])
    expect(await refusal(await post(ask(listed), { origin: from }))).toEqual(origin)
  const named = { workspace_id: listed.workspace_id, question: QUESTION }
  expect(await refusal(await post(named, { origin: 'https://evil.example' }))).toEqual(origin)

  const answer = await page.goto(`/widget/frame?workspace_id=${listed.workspace_id}`)
  expect(await answer?.headerValue('cache-control')).toBe('no-store')
  expect(await answer?.headerValue('content-security-policy')).toContain(`frame-ancestors 'self' ${site.origin};`)
  const fetchToken = (from?: string) =>
    fetch(`${app.url}/api/public/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(from && { origin: from }) },
      body: JSON.stringify({ workspace_id: listed.workspace_id }),
    })
  for (const from of [undefined, 'null', 'https://evil.example'])
    expect((await fetchToken(from)).status, `a token for ${from}`).toBe(403)
  expect((await fetchToken(site.origin)).headers.get('access-control-allow-origin')).toBe(site.origin)
  const { token: given } = (await (await fetchToken(app.url)).json()) as { token: string }
  expect(await refusal(await post(ask(listed, { visitor_token: given }), { origin: 'https://evil.example' }))).toEqual(
    origin,
  )
  expect(await refusal(await post(ask(listed, { visitor_token: given.replace(/.$/, '~') })))).toEqual(token)
  expect(model.requests.length).toBe(before)
  expect((await post(ask(listed, { visitor_token: given }), { origin: site.origin })).status).toBe(200)
  expect((await post(ask(listed, { visitor_token: given }))).status).toBe(200)

  // Nor may other sites say anything about an answer they have heard of.
  const { message_id } = (await (await post(ask(listed, { visitor_token: given }))).json()) as { message_id: string }
  const about = (path: string, body: object, from: string) =>
    fetch(`${app.url}/api/public/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: from },
      body: JSON.stringify({ message_id, ...body }),
    })
  const reply = { email: 'visitor@example.test' }
  expect(await refusal(await about('feedback', { vote: 'up' }, 'https://evil.example'))).toEqual(origin)
  expect(await refusal(await about('handoff', reply, 'https://evil.example'))).toEqual(origin)
  expect((await about('feedback', { vote: 'up' }, site.origin)).status).toBe(204)
  expect((await about('handoff', reply, app.url)).status).toBe(202)

  // Nor pass on a question that got no answer.
  const passOn = (body: object, from?: string) =>
    fetch(`${app.url}/api/public/handoff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(from && { origin: from }) },
      body: JSON.stringify({ ...ask(listed), ...reply, ...body }),
    })
  expect(await refusal(await passOn({ visitor_token: given }, 'https://evil.example'))).toEqual(origin)
  expect(await refusal(await passOn({}))).toEqual(token)
  expect((await passOn({ visitor_token: given })).status).toBe(202)

  // A workspace that lists no origins answers everybody.
  const open = await post(ask(wide), { origin: 'https://anywhere.example' })
  expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})

test('each question has its own token, however long the frame stays open', async ({ page, app, site, listed }) => {
  site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': listed.workspace_id }) })
  await page.goto(`${site.origin}/shop`)
  let fetched = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/token')) fetched += 1
  })
  for (const question of [QUESTION, 'How do I wash a blanket?']) {
    await box(frameOn(page)).fill(question)
    const answered = page.waitForResponse('**/api/public/ask')
    await page.keyboard.press('Enter')
    expect((await answered).status()).toBe(200)
    await expect(answerCard(frameOn(page))).toContainText(question === QUESTION ? 'Merino' : 'By hand')
  }
  expect(fetched).toBe(2)
})

test('a page opened before the first origin was listed can still ask', async ({ page, app, site, newShop }) => {
  const shop = await newShop()
  await page.goto(shop.path)
  await expect(questions(page)).toHaveCount(5)
  const owner = await ownerCalls(app, shop)
  await owner('workspaces/allowedOrigins/replace', { origins: [site.origin] })
  await box(page).fill(QUESTION)
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('Merino')
})

test("the owner sees the widget's pages live, and unlisted sites are not recorded", async ({
  app,
  site,
  listed,
  page,
}) => {
  const owner = await ownerCalls(app, listed)
  const pages = async () =>
    ((await owner('visitors/widgetPages', {})) as { items: { page_url: string }[] }).items.map((one) => one.page_url)
  for (const path of ['/a', '/b?customer=17#part'])
    site.put(path.split('?')[0] ?? '', { body: widgetTag(app.url, { 'data-workspace-id': listed.workspace_id }) })
  await page.goto(`${site.origin}/a`)
  await expect(questions(frameOn(page))).toHaveCount(6)
  await expect.poll(pages).toContain(`${site.origin}/a`)
  await page.goto(`${site.origin}/b?customer=17#part`)
  await expect.poll(pages).toContain(`${site.origin}/b`)
  const frame = `${app.url}/widget/frame?workspace_id=${listed.workspace_id}&page_url=`
  await fetch(frame + encodeURIComponent('https://evil.example/'))
  await fetch(frame + encodeURIComponent(`${site.origin}/made-up`), { headers: { referer: 'https://evil.example/' } })
  await page.goto(`${site.origin}/a?again=1`)
  await expect(questions(frameOn(page))).toHaveCount(6)
  expect((await pages()).filter((one) => !/\/(a|b|shop)$/.test(one))).toEqual([])
})
