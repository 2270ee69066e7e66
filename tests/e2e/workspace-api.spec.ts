// The API that integrators use with a key, over real HTTP: FAQs, import, texts, sources, questions, and its errors.
import { test as base, expect } from '../support/browser/browser.ts'
import { type Call, newTenant, type Reply, restOf, send, type Tenant } from '../support/network/http-client.ts'

const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
const refusal = (code: string) => ({ error: { code, message: expect.any(String), request_id: expect.any(String) } })
const MISSING_ID = '01900000-0000-7000-8000-000000000000'

/** A question to which nothing has happened since it was asked. */
const UNTOUCHED = {
  ...{ page_url: null, vote: null, vote_reason: null, visitor_email: null, handoff_requested_at: null },
  ...{ assignee_id: null, snoozed_until: null, done_at: null, faq: null },
}

type Faq = { id: string; question: string; display_order: number; warnings?: { code: string; faq_id: string }[] }
type Page = { items: { id: string; question: string }[]; next_cursor: string | null }

const test = base.extend<{ tenant: Tenant; rest: (at: string, call?: Call) => Promise<Reply> }>({
  tenant: async ({ app }, use) => use(await newTenant(app)),
  rest: async ({ app, tenant }, use) => use(restOf(app, tenant)),
})

/** Every item of a list, a page of `limit` at a time. */
async function readAll(rest: (at: string) => Promise<Reply>, at: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: Reply = await rest(`${at}?limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    const page = body as Page
    expect(page.items.length).toBeLessThanOrEqual(limit)
    found.push(...page.items.map((item) => item.question))
    cursor = page.next_cursor
  }
  return found
}

test('a FAQ is created, read, changed and deleted', async ({ rest }) => {
  const made = await rest('/faqs', {
    body: {
      question: '  How do I wash a blanket?  ',
      answer: 'By hand.',
      category: 'Product',
      status: 'published',
      alternative_questions: ['Blanket cleaning'],
    },
  })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id,
    question: 'How do I wash a blanket?',
    answer: 'By hand.',
    category: 'Product',
    status: 'published',
    display_order: 1,
    alternative_questions: ['Blanket cleaning'],
    slug: 'how-do-i-wash-a-blanket',
    created_at: moment,
    updated_at: moment,
    version: 1,
    warnings: [],
  })
  const { warnings, ...faq } = made.body as Faq
  expect((await rest('/faqs')).body).toEqual({ items: [faq], next_cursor: null })
  expect((await rest('/faqs?status=draft')).body).toEqual({ items: [], next_cursor: null })

  const changed = await rest(`/faqs/${faq.id}`, {
    method: 'PATCH',
    body: { answer: 'By hand, cold.', status: 'draft' },
  })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    ...faq,
    answer: 'By hand, cold.',
    status: 'draft',
    updated_at: moment,
    version: 2,
  })

  const deleted = await rest(`/faqs/${faq.id}`, { method: 'DELETE' })
  expect(deleted.status).toBe(200)
  expect((await rest('/faqs')).body).toEqual({ items: [], next_cursor: null })
  expect(await rest(`/faqs/${faq.id}`, { method: 'DELETE' })).toMatchObject({
    status: 404,
    body: refusal('faq.not_found'),
  })
})

test('missing fields have defaults, and an existing question causes a warning', async ({ rest }) => {
  const first = (await rest('/faqs', { body: { question: 'Do you ship abroad?', answer: 'Yes.' } })).body as Faq
  expect(first).toMatchObject({ category: 'General', status: 'draft', alternative_questions: [] })
  const again = (await rest('/faqs', { body: { question: 'do you ship ABROAD', answer: 'No.' } })).body as Faq
  expect(again.display_order).toBe(2)
  expect(again.warnings).toMatchObject([{ code: 'faq.duplicate_question', faq_id: first.id }])
})

test('lists continue from their cursor, in order and without a gap', async ({ app, rest, tenant }) => {
  const items = Array.from({ length: 7 }, (_, index) => ({
    question: `Which pattern has number ${index}?`,
    answer: `Pattern ${index}.`,
    status: 'published',
  }))
  await rest('/faqs/import', { body: { items } })
  const expected = items.map(({ question }) => question)
  expect(await readAll(rest, '/faqs', 3)).toEqual(expected)
  expect(await readAll(rest, '/faqs', 7)).toEqual(expected)

  const asked = ['first', 'second', 'third', 'fourth', 'fifth'].map((nth) => `What about the ${nth} pattern?`)
  for (const question of asked)
    await send(`${app.url}/api/public/ask`, { body: { subdomain: tenant.subdomain, question } })
  expect(await readAll(rest, '/questions', 2)).toEqual(asked.toReversed())
  expect((await rest('/questions?limit=1')).body).toEqual({
    items: [
      {
        id,
        question: asked.at(-1),
        answer: expect.any(String),
        outcome: expect.stringMatching(/^(answered|suggested|refused|unavailable)$/),
        confidence: null,
        sources: expect.any(Array),
        ...UNTOUCHED,
        created_at: moment,
      },
    ],
    next_cursor: expect.any(String),
    total: 5,
  })
  for (const at of ['/faqs', '/questions', '/sources']) {
    for (const query of ['limit=0', 'limit=201', 'limit=ten', 'cursor=rubbish'])
      expect(await rest(`${at}?${query}`), `${at}?${query}`).toMatchObject({
        status: 400,
        body: { error: { code: expect.any(String), message: expect.any(String), request_id: expect.any(String) } },
      })
  }
})

test('an import creates, updates and skips, and reports the wrong row', async ({ rest }) => {
  const before = { question: 'Do you ship abroad?', answer: 'Yes.', category: 'Service', status: 'published' }
  const existing = (await rest('/faqs', { body: before })).body as Faq
  const items = [
    { question: 'Do you ship abroad?', answer: 'To all of Europe.' },
    { question: 'Which wool is it?', answer: 'Merino.', category: 'Product', status: 'published' },
    { question: '', answer: 'An answer to nothing.' },
    { question: 'Too long?', answer: 'x'.repeat(20_001) },
    'nothing',
  ]
  const run = async (on_duplicate?: string) =>
    (await rest('/faqs/import', { body: { items: items.slice(0, 2), on_duplicate } })).body
  const first = await rest('/faqs/import', { body: { items, on_duplicate: 'update' } })
  expect(first.status).toBe(200)
  expect(first.body).toEqual({
    created: 1,
    updated: 1,
    skipped: 0,
    failed: [2, 3, 4].map((index) => ({ index, code: expect.any(String), message: expect.any(String) })),
    ids: [existing.id, id, null, null, null],
    outcomes: ['updated', 'created', 'failed', 'failed', 'failed'],
    warnings: [],
  })
  const { ids } = first.body as { ids: string[] }
  expect(await run()).toEqual({
    created: 0,
    updated: 0,
    skipped: 2,
    failed: [],
    ids: ids.slice(0, 2),
    outcomes: ['skipped', 'skipped'],
    warnings: [],
  })
  expect(await run('skip')).toMatchObject({ skipped: 2 })
  expect(await run('create')).toMatchObject({ created: 2, updated: 0, skipped: 0 })
  const { items: faqs } = (await rest('/faqs')).body as { items: object[] }
  expect(faqs).toHaveLength(4)
  // Fields that the row did not contain are unchanged.
  expect(faqs[0]).toMatchObject({ ...before, id: existing.id, answer: 'To all of Europe.' })
  expect(await rest('/faqs/import', { body: { items: [] } })).toMatchObject({ status: 400 })
  expect(await rest('/faqs/import', { body: { items, on_duplicate: 'merge' } })).toMatchObject({ status: 400 })
})

test('10,001 items are refused, and none of them is saved', async ({ rest }) => {
  const items = Array.from({ length: 10_001 }, (_, index) => ({ question: `Question ${index}?`, answer: 'An answer.' }))
  expect(await rest('/faqs/import', { body: { items } })).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'request.invalid',
        details: { fields: [{ path: 'items', message: 'At most 10,000 items per call.' }] },
      },
    },
  })
  expect((await rest('/faqs')).body).toEqual({ items: [], next_cursor: null })
})

test('the plan’s limit applies to the API, and archived FAQs do not count', async ({ rest }) => {
  const items = Array.from({ length: 52 }, (_, index) => ({
    question: `Question number ${index}?`,
    answer: `Answer ${index}.`,
  }))
  const { created, failed, ids } = (await rest('/faqs/import', { body: { items } })).body as {
    created: number
    failed: object[]
    ids: (string | null)[]
  }
  expect(created).toBe(50)
  expect(failed).toEqual([50, 51].map((index) => ({ index, code: 'limit.faqs', message: expect.any(String) })))
  const one = { body: { question: 'One more?', answer: 'No.' } }
  expect(await rest('/faqs', one)).toMatchObject({ status: 402, body: refusal('limit.faqs') })
  await rest(`/faqs/${ids[0]}`, { method: 'PATCH', body: { status: 'archived' } })
  expect((await rest('/faqs', one)).status).toBe(201)
  expect(await rest(`/faqs/${ids[0]}`, { method: 'PATCH', body: { status: 'draft' } })).toMatchObject({
    status: 402,
    body: refusal('limit.faqs'),
  })
  const revival = { items: [{ ...items[0], status: 'published' }], on_duplicate: 'update' }
  expect((await rest('/faqs/import', { body: revival })).body).toMatchObject({
    updated: 0,
    failed: [{ index: 0, code: 'limit.faqs' }],
  })
})

test('texts become ready sources', async ({ rest }) => {
  const url = 'https://woven.example.test/looms'
  const items = [
    { title: 'Looms', content: 'Our looms come from Bergen.', url },
    { title: 'Yarn', content: 'Our yarn comes from Wales.' },
  ]
  const { body } = await rest('/texts', { body: { items } })
  expect(body).toEqual({ ids: [id, id] })
  const { ids } = body as { ids: string[] }
  const listed = (await rest('/sources')).body as { items: { id: string }[] }
  expect(listed).toMatchObject({ next_cursor: null })
  const belongs = { website_id: null, integration_id: null, file_size: null }
  const read = { state: 'ready', reason: null, progress: 100, chunk_count: 1, ...belongs }
  const times = { last_seen_at: moment, created_at: moment, updated_at: moment }
  const looms = listed.items.find((source) => source.id === ids[0])
  const slug = expect.stringMatching(/^looms-[0-9a-f]{8}$/)
  const shown = { slug, offers_original: false, is_listed: false, holds_faqs: false }
  const standing = { priority: 'normal', visibility: 'open', kept_share: null, read_whole: false, ...shown }
  expect(looms).toEqual({ id: ids[0], kind: 'text', title: 'Looms', url, ...read, ...standing, ...times })
  expect(await rest('/texts', { body: { items: [{ title: '', content: 'x' }] } })).toMatchObject({ status: 400 })
  const large = { title: 'Large', content: 'x'.repeat(2 * 1024 * 1024 + 1) }
  expect(await rest('/texts', { body: { items: [large] } })).toMatchObject({
    status: 400,
    body: { error: { details: { fields: [{ path: 'items.0.content' }] } } },
  })
})

test('all errors have the same format', async ({ app, rest, tenant }) => {
  const faq = { question: 'Why?', answer: 'Because.' }
  const url = `${app.url}/api/v1/faqs`
  const cases: [string, Promise<Reply>, number, string][] = [
    ['no key', send(url), 401, 'api_key.required'],
    ['a wrong key', send(url, { headers: { authorization: 'Bearer al_wrong' } }), 401, 'api_key.unknown'],
    ['a session instead of a key', send(url, { headers: { cookie: tenant.cookie } }), 401, 'api_key.required'],
    ['nothing at the address', rest('/nothing'), 404, 'route.not_found'],
    ['a method it does not know', rest('/faqs', { method: 'PUT', body: faq }), 404, 'route.not_found'],
    ['an id that is none', rest('/faqs/nonsense', { method: 'DELETE' }), 400, 'request.invalid'],
    ['an id of nothing', rest(`/faqs/${MISSING_ID}`, { method: 'PATCH', body: faq }), 404, 'faq.not_found'],
    ['malformed JSON', rest('/faqs', { body: '{"question":' }), 400, 'request.malformed_json'],
    ['no body', rest('/faqs', { method: 'POST' }), 400, 'request.invalid'],
    ['an array', rest('/faqs', { body: [faq] }), 400, 'request.invalid'],
    [
      'text instead of JSON',
      rest('/faqs', { body: JSON.stringify(faq), headers: { 'content-type': 'text/plain' } }),
      400,
      'request.invalid',
    ],
    [
      'a broken form',
      rest('/faqs', { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=none' } }),
      400,
      'request.malformed',
    ],
    [
      'a body that is too large',
      rest('/faqs', { body: { ...faq, answer: 'x'.repeat(1024 * 1024) } }),
      413,
      'request.too_large',
    ],
    ['an empty question', rest('/faqs', { body: { ...faq, question: ' ' } }), 400, 'request.invalid'],
    ['a long question', rest('/faqs', { body: { ...faq, question: 'x'.repeat(501) } }), 400, 'request.invalid'],
    ['an unknown status', rest('/faqs', { body: { ...faq, status: 'live' } }), 400, 'request.invalid'],
  ]
  for (const [name, pending, status, code] of cases) {
    const { headers, ...reply } = await pending
    expect(reply, name).toMatchObject({ status, body: refusal(code) })
    expect((reply.body as { error: { request_id: string } }).error.request_id, name).toBe(headers.get('x-request-id'))
  }
  expect((await rest('/faqs', { body: {} })).body).toMatchObject({
    error: {
      details: {
        fields: [
          { path: 'question', message: 'Question and answer are required' },
          { path: 'answer', message: 'Question and answer are required' },
        ],
      },
    },
  })
  expect((await rest('/faqs')).body).toEqual({ items: [], next_cursor: null })
  expect(app.logs()).not.toContain('A procedure failed')
})
