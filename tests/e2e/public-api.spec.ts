// The API that needs no key, over real HTTP: shapes and refusals as the contract promises them.

import { DEFAULT_LOOK } from '../../src/features/workspaces/contract.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { newTenant, readEvents, restOf, send, type Tenant } from '../support/network/http-client.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const id = expect.stringMatching(UUID)
const MESSAGE_ID = /^[0-9a-f]{64}$/
const refusal = (code: string) => ({ error: { code, message: expect.any(String), request_id: expect.any(String) } })

type Shop = Tenant & { faqs: { id: string }[]; textId: string }

const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({ app }, use) => {
      const tenant = await newTenant(app)
      const rest = restOf(app, tenant)
      const faqs = []
      for (const faq of [
        { question: 'How long does delivery take?', answer: 'Parcels arrive within **three days**.' },
        { question: 'How do I wash a blanket?', answer: 'By hand, cold, with wool soap.', category: 'Product' },
      ])
        faqs.push((await rest('/faqs', { body: { ...faq, status: 'published' } })).body as { id: string })
      await rest('/faqs', { body: { question: 'Is there a sale soon?', answer: 'In spring.' } })
      const content = 'Our looms are serviced by a mechanic from Bergen every second Tuesday.'
      const texts = await rest('/texts', {
        body: { items: [{ title: 'Loom service', content, url: 'https://woven.example.test/looms' }] },
      })
      const [textId = ''] = (texts.body as { ids: string[] }).ids
      await use({ ...tenant, faqs, textId })
    },
    { scope: 'worker' },
  ],
})

test.describe('the ask operation', () => {
  test('answers from published content, with its source', async ({ app, shop }) => {
    const body = { subdomain: shop.subdomain, question: 'How long until my parcel is delivered?' }
    const reply = await send(`${app.url}/api/public/ask`, { body })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      answer: expect.stringContaining('three days'),
      answer_html: '<p>Parcels arrive within <strong>three days</strong>.</p>',
      blocks: [{ kind: 'paragraph', children: expect.any(Array) }],
      sources: expect.any(Array),
      related_questions: expect.any(Array),
      outcome: 'answered',
      message_id: expect.stringMatching(MESSAGE_ID),
      conversation_id: id,
    })
    const { sources } = reply.body as { sources: object[] }
    expect(sources[0]).toEqual({
      kind: 'faq',
      id: shop.faqs[0]?.id,
      source_id: shop.faqs[0]?.id,
      title: 'How long does delivery take?',
      url: `${app.url}/faq/${shop.subdomain}/how-long-does-delivery-take`,
      excerpt: expect.stringContaining('three days'),
    })
  })

  test("accepts the workspace's id, and continues a conversation", async ({ app, shop }) => {
    const url = `${app.url}/api/public/ask`
    const first = await send(url, { body: { workspace_id: shop.workspaceId, question: 'washing a blanket' } })
    const { conversation_id } = first.body as { conversation_id: string }
    const page_url = 'https://woven.example.test/help'
    const next = await send(url, {
      body: { workspace_id: shop.workspaceId, question: 'And the delivery?', conversation_id, page_url },
    })
    expect(next.body).toMatchObject({ conversation_id })
    const { body } = await restOf(app, shop)('/questions?limit=1')
    expect(body).toMatchObject({ items: [{ question: 'And the delivery?', page_url }] })
  })

  test('reports that nothing was found, without sources', async ({ app, shop }) => {
    const body = { subdomain: shop.subdomain, question: 'Who won the chess championship in 1972?' }
    const reply = await send(`${app.url}/api/public/ask`, { body })
    expect(reply.body).toMatchObject({
      outcome: 'refused',
      sources: [],
      answer: "I couldn't find this in our help content. Try different words, or contact us and a person will help.",
    })
  })

  test('streams the same as events', async ({ app, shop }) => {
    const events = await readEvents(`${app.url}/api/public/ask`, {
      subdomain: shop.subdomain,
      question: 'How should I wash my blanket?',
    })
    const names = events.map(({ event }) => event)
    expect(names[0]).toBe('sources')
    expect(names.at(-1)).toBe('done')
    expect(new Set(names.slice(1, -1))).toEqual(new Set(['delta']))
    const sources = events[0]?.data
    const text = events.flatMap(({ event, data }) => (event === 'delta' ? [(data as { text: string }).text] : []))
    expect(events.at(-1)?.data).toEqual({
      answer: text.join(''),
      answer_html: expect.stringContaining('wool soap'),
      blocks: [{ kind: 'paragraph', children: expect.any(Array) }],
      sources,
      related_questions: expect.any(Array),
      outcome: 'answered',
      message_id: expect.stringMatching(MESSAGE_ID),
      conversation_id: id,
    })
    expect(text.join('')).toContain('wool soap')
  })

  test('refuses invalid input', async ({ app, shop }) => {
    const ask = (body: unknown) => send(`${app.url}/api/public/ask`, { body })
    const { subdomain } = shop
    for (const question of ['', '   ', 'x'.repeat(2_001), 7, undefined]) {
      const reply = await ask({ subdomain, question })
      expect(reply.status, String(question)).toBe(400)
      expect(reply.body).toMatchObject({
        error: { code: 'request.invalid', details: { fields: [{ path: 'question', message: expect.any(String) }] } },
      })
    }
    expect((await ask({ subdomain, question: 'x'.repeat(2_000) })).status).toBe(200)
    expect(await ask({ question: 'hello' })).toMatchObject({ status: 400, body: refusal('request.invalid') })
    expect(await ask({ subdomain: 'no-such', question: 'hello' })).toMatchObject({
      status: 404,
      body: refusal('workspace.not_found'),
    })
    expect(await ask('{"subdomain":')).toMatchObject({ status: 400, body: refusal('request.malformed_json') })
    expect(await ask('[]')).toMatchObject({ status: 400, body: refusal('request.invalid') })
    const big = JSON.stringify({ subdomain, question: 'hello', page_url: 'x'.repeat(1024 * 1024) })
    expect(await ask(big)).toMatchObject({ status: 413, body: refusal('request.too_large') })
  })
})

test.describe('the search operation', () => {
  test('finds FAQs and passages, best first', async ({ app, shop }) => {
    const search = (query: string) => send(`${app.url}/api/public/search?subdomain=${shop.subdomain}&${query}`)
    const faqs = await search('q=wash%20blankett')
    expect(faqs.status).toBe(200)
    const [first] = (faqs.body as { results: object[] }).results
    expect(first).toEqual({
      kind: 'faq',
      id: shop.faqs[1]?.id,
      source_id: shop.faqs[1]?.id,
      title: 'How do I wash a blanket?',
      excerpt: expect.any(String),
      url: `${app.url}/faq/${shop.subdomain}/how-do-i-wash-a-blanket`,
      score: expect.any(Number),
    })
    const chunks = await search('q=mechanic%20from%20Bergen')
    expect((chunks.body as { results: object[] }).results[0]).toEqual({
      kind: 'chunk',
      id,
      source_id: shop.textId,
      title: 'Loom service',
      excerpt: expect.stringContaining('mechanic from Bergen'),
      url: expect.stringMatching(/^https:\/\/woven\.example\.test\/looms#:~:text=/),
      score: expect.any(Number),
    })
    const { results } = (await search('q=delivery%20blanket%20looms')).body as { results: { score: number }[] }
    const scores = results.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((left, right) => right - left))
    expect((await search('q=delivery%20blanket%20looms&limit=1')).body).toMatchObject({ results: [expect.anything()] })
    expect((await search('q=')).body).toEqual({ results: [] })
  })

  test('never finds a draft', async ({ app, shop }) => {
    const { body } = await send(`${app.url}/api/public/search?subdomain=${shop.subdomain}&q=sale%20soon`)
    const { results } = body as { results: { title: string }[] }
    expect(results.map(({ title }) => title)).not.toContain('Is there a sale soon?')
  })

  test('refuses limits out of range and unknown workspaces', async ({ app, shop }) => {
    for (const limit of ['0', '51', '-1', 'many', '1.5']) {
      const reply = await send(`${app.url}/api/public/search?subdomain=${shop.subdomain}&q=x&limit=${limit}`)
      expect(reply, limit).toMatchObject({ status: 400, body: refusal('request.invalid') })
    }
    expect(await send(`${app.url}/api/public/search?q=x`)).toMatchObject({
      status: 400,
      body: refusal('request.invalid'),
    })
    expect(await send(`${app.url}/api/public/search?subdomain=no-such&q=x`)).toMatchObject({ status: 404 })
    expect(await send(`${app.url}/api/public/search?workspace_id=42&q=x`)).toMatchObject({ status: 400 })
  })
})

test('feedback is saved, changed and withdrawn with 204', async ({ app, shop }) => {
  const asked = await send(`${app.url}/api/public/ask`, {
    body: { subdomain: shop.subdomain, question: 'How long does delivery take?' },
  })
  const { message_id } = asked.body as { message_id: string }
  const vote = (body: object) => send(`${app.url}/api/public/feedback`, { body })
  const stored = async () => (await restOf(app, shop)('/questions?limit=1')).body as { items: { vote: unknown }[] }
  for (const choice of ['up', 'down', null]) {
    const reply = await vote({ message_id, vote: choice, ...(choice === 'down' ? { reason: 'Too short.' } : {}) })
    expect(reply).toMatchObject({ status: 204, body: null })
    expect((await stored()).items[0]?.vote).toBe(choice)
  }
  expect(await vote({ message_id, vote: 'sideways' })).toMatchObject({ status: 400, body: refusal('request.invalid') })
  const [workspace, message] = [message_id.slice(0, 32), message_id.slice(32)]
  for (const unknown of [workspace + workspace, message + message])
    expect(await vote({ message_id: unknown, vote: 'up' })).toMatchObject({
      status: 404,
      body: refusal('message.not_found'),
    })
  const plain = ((await stored()).items[0] as unknown as { id: string }).id
  expect(await vote({ message_id: plain, vote: 'up' })).toMatchObject({ status: 400, body: refusal('request.invalid') })
})

test('a workspace and its published FAQs can be read', async ({ app, shop }) => {
  const info = await send(`${app.url}/api/public/workspaces/${shop.subdomain}`)
  expect(info.status).toBe(200)
  expect(info.body).toEqual({
    id: shop.workspaceId,
    name: 'Woven Goods',
    subdomain: shop.subdomain,
    logo_url: null,
    website_url: expect.stringContaining('https://woven.example.test'),
    ...DEFAULT_LOOK,
  })
  const faqs = await send(`${app.url}/api/public/workspaces/${shop.subdomain}/faqs`)
  expect(faqs.body).toMatchObject({
    items: [
      { id: shop.faqs[0]?.id, question: 'How long does delivery take?', category: 'General' },
      { id: shop.faqs[1]?.id, question: 'How do I wash a blanket?', category: 'Product' },
    ],
  })
  for (const at of ['/api/public/workspaces/no-such', '/api/public/workspaces/no-such/faqs', '/api/public/nothing'])
    expect(await send(app.url + at), at).toMatchObject({ status: 404, body: { error: { code: expect.any(String) } } })
})

test('every site may call the API, without credentials', async ({ app, shop }) => {
  const origin = 'https://shop.example.test'
  const preflight = await send(`${app.url}/api/public/ask`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  const answers = [
    await send(`${app.url}/api/public/workspaces/${shop.subdomain}`, { headers: { origin } }),
    await send(`${app.url}/api/public/ask`, { headers: { origin }, body: '{' }),
    await send(`${app.url}/api/public/search?subdomain=no-such`, { headers: { origin } }),
  ]
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBe(null)
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
  }
})

test('the description of the API contains every call', async ({ app }) => {
  const { status, body } = await send(`${app.url}/api/openapi.json`)
  expect(status).toBe(200)
  const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> }
  expect(openapi).toMatch(/^3\.1\./)
  const calls = Object.entries(paths).flatMap(([at, methods]) => Object.keys(methods).map((m) => `${m} ${at}`))
  expect(calls).toEqual(
    expect.arrayContaining([
      'get /faqs',
      'post /faqs',
      'patch /faqs/{id}',
      'delete /faqs/{id}',
      'post /faqs/import',
      'post /texts',
      'get /sources',
      'get /questions',
      'get /gaps',
      'post /public/ask',
    ]),
  )
})
