// The published content of a workspace for assistants, over real HTTP with the protocol's own client.
import { test as base, expect, WITH_DEMO } from '../support/browser/browser.ts'
import { ERAS, type McpSession, openMcp } from '../support/mcp/mcp-client.ts'
import { call, newTenant, restOf, send, type Tenant } from '../support/network/http-client.ts'

interface Found {
  results: { id: string; title: string; url: string }[]
}
interface Fetched {
  id: string
  title: string
  text: string
  url: string
  metadata: Record<string, string>
}
interface Asked {
  outcome: string
  answer: string
  sources: { title: string; url: string | null }[]
  conversation_id: string
}
type Shop = Tenant & { url: string; ids: Record<'open' | 'quoted' | 'internal', string>; draft: string; faq: string }

const PRICES = Array.from(
  { length: 60 },
  (_, number) => `Shuttle model ${number} is made of seasoned wood, waxed twice, and costs ${50 + number} crowns.`,
)
const TEXTS = {
  open: { title: 'Loom service', content: 'Looms are serviced by a mechanic from Bergen every second Tuesday.' },
  // Several passages of one section.
  quoted: {
    title: 'Price list',
    content: ['The oak shuttle costs forty crowns in the workshop.', ...PRICES].join('\n\n'),
  },
  internal: { title: 'Board minutes', content: 'The dye vat is replaced with a steel kettle in autumn.' },
}

const test = base.extend<{ mcp: McpSession }, { shop: Shop; foreign: Tenant }>({
  shop: [
    async ({ app }, use) => {
      const tenant = await newTenant(app)
      const rest = restOf(app, tenant)
      const published = { question: 'How long does delivery take?', answer: 'Parcels arrive within **three days**.' }
      const faq = await rest('/faqs', { body: { ...published, status: 'published' } })
      const draft = await rest('/faqs', {
        body: { question: 'Is there a sale soon?', answer: 'In spring, half price.' },
      })
      const texts = await rest('/texts', { body: { items: Object.values(TEXTS) } })
      const [open = '', quoted = '', internal = ''] = (texts.body as { ids: string[] }).ids
      await rest(`/sources/${quoted}`, { method: 'PATCH', body: { visibility: 'quoted' } })
      await rest(`/sources/${internal}`, { method: 'PATCH', body: { visibility: 'internal' } })
      await rest(`/sources/${open}`, { method: 'PATCH', body: { is_listed: true } })
      await use({
        ...tenant,
        url: `${app.url}/faq/${tenant.subdomain}/mcp`,
        ids: { open, quoted, internal },
        faq: (faq.body as { id: string }).id,
        draft: (draft.body as { id: string }).id,
      })
    },
    { scope: 'worker' },
  ],
  foreign: [
    async ({ app }, use) => {
      const tenant = await newTenant(app, 'Other Goods')
      const body = { question: 'Do you sell compasses?', answer: 'Brass compasses only.', status: 'published' }
      await restOf(app, tenant)('/faqs', { body })
      await use(tenant)
    },
    { scope: 'worker' },
  ],
  mcp: async ({ shop }, use) => {
    const session = await openMcp(shop.url)
    await use(session)
    await session.close()
  },
})
test.use({ serverEnv: WITH_DEMO })

const settings = async (app: { url: string }, shop: Tenant, input: object) =>
  call(app, 'workspaces/settings/update', input, { cookie: shop.cookie, 'x-workspace-id': shop.workspaceId })

for (const era of ERAS)
  test(`a client of the revision ${era} searches, fetches and asks`, async ({ app, shop }) => {
    const { client, use, close } = await openMcp(shop.url, { era })
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search', true],
      ['fetch', true],
      ['ask', false],
    ])
    const address = `${app.url}/faq/${shop.subdomain}/how-long-does-delivery-take`
    const { results } = await use<Found>('search', { query: 'delivery of a parcel' })
    expect(results[0]).toEqual({
      id: shop.faq,
      title: 'How long does delivery take?',
      url: address,
    })
    expect(await use('fetch', { id: shop.faq })).toEqual({
      id: shop.faq,
      title: 'How long does delivery take?',
      text: 'Parcels arrive within **three days**.',
      url: address,
      metadata: { kind: 'faq', category: expect.any(String), updated_at: expect.any(String) },
    })
    const asked = await use<Asked>('ask', { question: 'How long until my parcel is delivered?' })
    expect(asked).toMatchObject({ outcome: 'answered', answer: expect.stringContaining('three days') })
    expect(asked.sources[0]).toMatchObject({ url: address })
    await close()
  })

test('questions are recorded, follow-ups in their conversation, and refusals are reported', async ({
  app,
  shop,
  mcp,
}) => {
  const first = await mcp.use<Asked>('ask', { question: 'Who won the chess championship in 1972?' })
  expect(first).toMatchObject({ outcome: 'refused', sources: [] })
  const { conversation_id } = first
  const next = await mcp.use<Asked>('ask', { question: 'And how long does delivery take?', conversation_id })
  expect(next).toMatchObject({ conversation_id, outcome: 'answered' })
  const { body } = await restOf(app, shop)('/questions?limit=2')
  expect((body as { items: { question: string }[] }).items.map(({ question }) => question)).toEqual([
    'And how long does delivery take?',
    'Who won the chess championship in 1972?',
  ])
})

test('drafts, internal sources and other workspaces never appear', async ({ shop, mcp, foreign }) => {
  for (const query of ['Is there a sale soon? half price in spring', TEXTS.internal.content, 'compasses brass']) {
    const { results } = await mcp.use<Found>('search', { query })
    expect(JSON.stringify(results)).not.toMatch(/sale|spring|kettle|Board minutes|compass/i)
  }
  expect(await mcp.refusal('fetch', { id: shop.draft })).toContain('content.not_found')
  const other = await openMcp(shop.url.replace(shop.subdomain, foreign.subdomain))
  const [compass] = (await other.use<Found>('search', { query: 'compasses' })).results
  expect(compass?.title).toBe('Do you sell compasses?')
  expect(await mcp.refusal('fetch', { id: compass?.id })).toContain('content.not_found')
  expect(await other.refusal('fetch', { id: shop.faq })).toContain('content.not_found')
  await other.close()
})

test('an open source is read as its page, a quoted one as its quote, and an internal one not at all', async ({
  app,
  shop,
  mcp,
}) => {
  const find = async (query: string) => (await mcp.use<Found>('search', { query })).results[0]
  const open = await find(TEXTS.open.content)
  const openSource = await mcp.use<Fetched>('fetch', { id: open?.id })
  expect(openSource).toMatchObject({ title: 'Loom service', text: TEXTS.open.content, metadata: { kind: 'source' } })
  expect(openSource.url).toContain(`/faq/${shop.subdomain}/sources/loom-service-`)

  const quoted = await find('What does the oak shuttle cost?')
  const quotedSource = await mcp.use<Fetched>('fetch', { id: quoted?.id })
  expect(quotedSource).toMatchObject({
    text: expect.stringContaining('forty crowns'),
    url: `${app.url}/faq/${shop.subdomain}`,
  })
  expect(quotedSource.text, 'not the whole section').not.toContain('Shuttle model 59')

  // Its id is known from the time when it was open.
  const rest = restOf(app, shop)
  const setVisibility = (visibility: string) =>
    rest(`/sources/${shop.ids.internal}`, { method: 'PATCH', body: { visibility } })
  await setVisibility('open')
  const former = await find(TEXTS.internal.content)
  expect(await mcp.use<Fetched>('fetch', { id: former?.id })).toMatchObject({ text: TEXTS.internal.content })
  await setVisibility('internal')
  expect(await mcp.refusal('fetch', { id: former?.id })).toContain('content.not_found')
})

test('resources are the published FAQs and the listed sources', async ({ app, shop, mcp }) => {
  const { resources } = await mcp.client.listResources()
  const page = `${app.url}/faq/${shop.subdomain}`
  expect(resources.map(({ name }) => name)).toEqual(['How long does delivery take?', 'Loom service'])
  const texts = await Promise.all(resources.map(({ uri }) => mcp.client.readResource({ uri })))
  expect(texts.map(({ contents: [first] }) => (first as { text: string }).text)).toEqual([
    '# How long does delivery take?\n\nParcels arrive within **three days**.',
    `# Loom service\n\n${TEXTS.open.content}`,
  ])
  for (const uri of [`${page}/is-there-a-sale-soon.md`, `${page}/sources/board-minutes.md`, `${app.url}/faq/demo/x.md`])
    await expect(mcp.client.readResource({ uri })).rejects.toThrow(/not found/i)
})

test('images of answers have their whole address', async ({ app }) => {
  const tenant = await newTenant(app)
  const image = `/files/images/${tenant.workspaceId}/01890a5d-ac96-774b-bcce-b302099a8057-1600x900.webp`
  const body = {
    question: 'How is the loom set up?',
    answer: `Like this:\n\n![The loom](${image})`,
    status: 'published',
  }
  const { id } = (await restOf(app, tenant)('/faqs', { body })).body as { id: string }
  const page = `${app.url}/faq/${tenant.subdomain}`
  const mcp = await openMcp(`${page}/mcp`)
  const shown = `![The loom](${app.url}${image})`
  expect((await mcp.use<Fetched>('fetch', { id })).text).toContain(shown)
  expect((await mcp.use<Asked>('ask', { question: body.question })).answer).toContain(shown)
  const read = await mcp.client.readResource({ uri: `${page}/how-is-the-loom-set-up.md` })
  expect(JSON.stringify(read.contents)).toContain(shown)
  await mcp.close()
})

test('the owner turns the server off, and llms.txt lists it only while it is on', async ({ app, shop }) => {
  const files = async () => (await send(`${app.url}/faq/${shop.subdomain}/llms.txt`)).body
  expect(await files()).toContain(`- [MCP server](${shop.url}):`)
  await settings(app, shop, { mcp_enabled: false })
  await expect.poll(files).not.toContain('MCP')
  await expect(openMcp(shop.url, { era: 'legacy' })).rejects.toThrow(/404|mcp\.not_found/)
  await settings(app, shop, { mcp_enabled: true })
  await (await openMcp(shop.url)).close()
})

test('sites that a workspace does not list are refused, and preflight responses name the headers', async ({ app }) => {
  const tenant = await newTenant(app)
  const url = `${app.url}/faq/${tenant.subdomain}/mcp`
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const ping = (origin: string) =>
    send(url, { body, headers: { origin, accept: 'application/json, text/event-stream' } })
  expect((await ping('https://any.example')).headers.get('access-control-allow-origin')).toBe('*')
  const preflight = await send(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://any.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version')

  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  await call(app, 'workspaces/allowedOrigins/replace', { origins: ['https://shop.example'] }, headers)
  expect((await ping('https://shop.example')).status, 'off by default for a workspace that lists sites').toBe(404)
  await settings(app, tenant, { mcp_enabled: true })
  expect((await ping('https://shop.example')).status).toBe(200)
  expect(await ping('https://any.example')).toMatchObject({
    status: 403,
    body: { error: { code: 'widget.origin_not_allowed' } },
  })
})

test('a website whose name resolves to this machine cannot reach it', async ({ shop }) => {
  const { port } = new URL(shop.url)
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: new URL(shop.url).pathname, method: 'POST' }
    const sent = request({ ...options, headers: { host: `rebound.example:${port}` } }, ({ statusCode }) =>
      resolve(statusCode),
    )
    sent.on('error', reject).end('{}')
  })
  expect(status).toBe(421)
})

test('messages are limited: no batches, at most 64 KB, no event streams', async ({ shop }) => {
  const accept = 'application/json, text/event-stream'
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const post = (body: unknown) => send(shop.url, { body, headers: { accept } })
  expect(await post([ping, ping])).toMatchObject({ status: 400, body: { error: { code: 'mcp.batch' } } })
  expect((await post({ ...ping, params: { filler: 'x'.repeat(65_536) } })).status).toBe(413)
  expect((await post('{')).status).toBe(400)
  expect((await send(shop.url, { headers: { accept: 'text/event-stream' } })).status).toBe(405)
  expect((await send(shop.url, { method: 'DELETE' })).status).toBe(405)
  expect((await send(shop.url, { headers: { accept: 'text/html' } })).status, 'the address of no FAQ').toBe(404)
})
