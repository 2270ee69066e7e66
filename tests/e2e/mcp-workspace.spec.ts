// A team's assistant over real HTTP with the protocol's own client: from a gap to a verified FAQ.
import { test as base, expect } from '../support/browser/browser.ts'
import { ERAS, type McpSession, openMcp } from '../support/mcp/mcp-client.ts'
import { newTenant, restOf, send, type Tenant } from '../support/network/http-client.ts'

const test = base.extend<{ tenant: Tenant; mcp: McpSession }>({
  tenant: async ({ app }, use) => use(await newTenant(app)),
  mcp: async ({ app, tenant }, use) => {
    const session = await openMcp(`${app.url}/mcp`, { headers: { authorization: `Bearer ${tenant.key}` } })
    await use(session)
    await session.close()
  },
})

interface Gap {
  id: string
  question: string
  state: string
  verification: { state: string; asked: number }
}

for (const era of ERAS)
  test(`tools are described for models, to a client of the revision ${era}`, async ({ app, tenant }) => {
    const session = await openMcp(`${app.url}/mcp`, { era, headers: { authorization: `Bearer ${tenant.key}` } })
    const { tools } = await session.client.listTools()
    expect(tools.length).toBeGreaterThan(10)
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(description?.length, name).toBeGreaterThan(60)
      expect(inputSchema.type, name).toBe('object')
      expect(Object.keys(annotations ?? {}).sort(), name).toEqual(
        ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'].sort(),
      )
    }
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      'publish_faq',
    ])
    await session.close()
  })

test('a gap gets a published, verified FAQ', async ({ app, tenant, mcp }) => {
  const question = 'Do you repair broken looms?'
  const ask = () => send(`${app.url}/api/public/ask`, { body: { subdomain: tenant.subdomain, question } })
  expect((await ask()).body).toMatchObject({ outcome: 'refused' })

  const gaps = async () => (await mcp.use<{ items: Gap[] }>('list_gaps')).items
  await expect.poll(async () => (await gaps()).map((gap) => gap.question)).toEqual([question])
  const [{ id: gap_id } = { id: '' }] = await gaps()
  const evidence = await mcp.use<{ gap: Gap; phrasings: { items: { question: string }[] } }>('read_gap', { gap_id })
  expect(evidence).toMatchObject({ gap: { id: gap_id }, phrasings: { items: [{ question, outcome: 'refused' }] } })

  const draft = { question, answer: 'Yes, we repair looms of every make in our workshop.', gap_id }
  const { id: faq_id } = await mcp.use<{ id: string }>('write_draft', draft)
  expect((await ask()).body, 'a draft is no answer').toMatchObject({ outcome: 'refused' })
  expect(await mcp.use('publish_faq', { faq_id })).toMatchObject({ id: faq_id, status: 'published' })
  await mcp.use('verify_gap', { gap_id })
  const verification = async () => (await mcp.use<{ gap: Gap }>('read_gap', { gap_id })).gap.verification.state
  await expect.poll(verification).toBe('passed')
  expect((await ask()).body).toMatchObject({ outcome: 'answered', sources: [{ id: faq_id }] })

  const found = await mcp.use<{ items: { id: string }[] }>('list_faqs', { q: 'workshop' })
  expect(found.items.map(({ id }) => id)).toEqual([faq_id])
  const { totals, questions } = await mcp.use<Record<'totals' | 'questions', object>>('read_statistics', { days: 7 })
  expect(totals).toMatchObject({ total_faqs: 1, published_faqs: 1 })
  expect(questions).toMatchObject({ days: 7, total: 3, outcomes: { answered: 1, refused: 2 } })
})

test('sources are added', async ({ app, tenant, mcp }) => {
  const content = '# Returns\n\nReturns are free within thirty days of delivery.'
  const { ids } = await mcp.use<{ ids: string[] }>('add_text', { title: 'Returns', content })
  const listed = async () => (await mcp.use<{ items: { id: string; state: string }[] }>('list_sources')).items
  await expect.poll(async () => (await listed()).find(({ id }) => id === ids[0])?.state).toBe('ready')
  const asked = await send(`${app.url}/api/public/ask`, {
    body: { subdomain: tenant.subdomain, question: 'Are returns free?' },
  })
  expect(asked.body).toMatchObject({ sources: [{ source_id: ids[0] }] })
  const url = 'https://woven.example.test'
  expect(await mcp.refusal('add_website', { url }), 'it is there from the sign-up').toContain('already')
  expect(await mcp.use('run_answer_tests')).toEqual({ waiting: 0 })
})

test('refusals have a reason, and a revoked key gives no access', async ({ app, tenant, mcp }) => {
  expect(await mcp.refusal('write_draft', { question: 'Why?' })).toContain('answer')
  expect(await mcp.refusal('read_faq', { faq_id: 'none' })).toContain('This is not a valid id.')
  const unknown = await mcp.client
    .callTool({ name: 'delete_everything', arguments: {} })
    .catch((error) => String(error))
  expect(JSON.stringify(unknown)).toMatch(/not found|unknown/i)
  const large = { title: 'Large', content: 'x'.repeat(1024 * 1024) }
  await expect(mcp.client.callTool({ name: 'add_text', arguments: large })).rejects.toThrow(/413|too_large/)

  const { body } = await restOf(app, tenant)('/faqs')
  expect(body).toMatchObject({ items: [] })
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const keys = await send(`${app.url}/api/rpc/workspaces/apiKeys/list`, { body: { json: {} }, headers })
  const [key] = (keys.body as { json: { items: { id: string }[] } }).json.items
  await send(`${app.url}/api/rpc/workspaces/apiKeys/revoke`, { body: { json: { id: key?.id } }, headers })
  await expect(mcp.use('list_faqs')).rejects.toThrow()
})
