// Pages, files and citations of sources for visitors; nothing of sources that are quoted only or internal.
import { beforeAll, expect, it } from 'vitest'
import { createPublicApi, createVisitorTokens } from '../src/features/answering/server/index.ts'
import { originalPath, type Source, type SourceVisibility } from '../src/features/knowledge/contract.ts'
import { createDocumentFiles, listedSources, readSourcePage } from '../src/features/knowledge/server/index.ts'
import { inTransaction, visitorContext } from '../src/features/workspaces/server/index.ts'
import { createLimits } from '../src/wire/limits.ts'
import { createTestApp, type Tenant, type TestApp } from './support/app/test-app.ts'
import { knowledgeTenant } from './support/content/knowledge-tenant.ts'
import { withBodies } from './support/network/with-bodies.ts'

let app: TestApp
let api: ReturnType<typeof withBodies>
beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  api = withBodies(
    createPublicApi({
      workspaces: app.core.services,
      answering: app.core.answering,
      limits: createLimits(app.core).visitors,
      visitorTokens: createVisitorTokens(app.core.config.secretKeys),
    }),
  )
})

interface Reply {
  outcome: string
  answer: string
  sources: { source_id: string; title: string; url: string | null; excerpt: string }[]
}

async function tenant() {
  const own = await knowledgeTenant(app)
  const visitor = async () => {
    const context = await visitorContext(app.core.services, { workspace_id: own.owner.workspaceId })
    if (!context) throw new Error('The workspace is gone.')
    return context
  }
  const page = async (slug: string) =>
    inTransaction(await visitor(), (transaction) => readSourcePage(transaction, slug))
  const listed = async () => inTransaction(await visitor(), listedSources)
  const addText = async (content: string, url?: string): Promise<Source> => {
    const { ids } = await own.call<{ ids: string[] }>('createTexts', {
      items: [{ title: 'Loom: care', content, ...(url && { url }) }],
    })
    return (await own.call<{ source: Source }>('readSource', { id: ids[0] })).source
  }
  const ask = async (question: string): Promise<Reply> => {
    const response = await api.request('/api/public/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ workspace_id: own.owner.workspaceId, question }),
    })
    return response.json() as Promise<Reply>
  }
  const search = async (question: string): Promise<Reply['sources']> => {
    const query = new URLSearchParams({ workspace_id: own.owner.workspaceId, q: question })
    const response = await api.request(`/api/public/search?${query}`)
    return ((await response.json()) as { results: Reply['sources'] }).results
  }
  const show = (id: string, visibility: SourceVisibility) => own.call('updateSource', { id, visibility })
  return { ...own, page, listed, addText, ask, search, show }
}

const CARE = '# How often is the beam oiled?\n\nThe beam is oiled twice a year with linseed oil.'
const QUESTION = 'How often is the beam oiled?'

it('a text has a page, and its citation opens it at the quoted words', async () => {
  const own = await tenant()
  const { id, slug } = await own.addText(CARE)
  expect(slug).toBe(`loom-care-${id.slice(-8)}`)
  expect(await own.page(String(slug))).toEqual({
    ...{ id, slug, title: 'Loom: care', markdown: CARE, url: null, original: null, isListed: false },
    passages: [
      {
        ...{ position: 0, content: 'The beam is oiled twice a year with linseed oil.' },
        ...{ headingPath: [QUESTION], place: null, images: [] },
      },
    ],
  })
  const { sources } = await own.ask(QUESTION)
  expect(sources[0]).toMatchObject({
    source_id: id,
    excerpt: 'The beam is oiled twice a year with linseed oil.',
    url: expect.stringMatching(
      new RegExp(`/sources/${slug}#s-0:~:text=The%20beam%20is%20oiled%20twice%20a%20year%20with%20linseed%20oil$`),
    ),
  })
})

it('a text with its own address is cited there', async () => {
  const own = await tenant()
  await own.addText(CARE, 'https://woven.example/care#oil')
  const [found] = await own.search(QUESTION)
  expect(found?.url).toMatch(/^https:\/\/woven\.example\/care#oil:~:text=The%20beam/)
})

it('a source that may only be quoted has no page and no link', async () => {
  const own = await tenant()
  const { id, slug } = await own.addText(CARE)
  await own.show(id, 'quoted')
  expect(await own.page(String(slug))).toBeNull()
  const { sources } = await own.ask(QUESTION)
  expect(sources[0]).toMatchObject({
    title: `Loom: care · ${QUESTION}`,
    url: null,
    excerpt: expect.stringContaining('beam'),
  })
  expect((await own.search(QUESTION))[0]?.url).toBeNull()
})

it('an internal source is neither found nor shown, and its answer does not name it', async () => {
  const own = await tenant()
  const { id, slug } = await own.addText(CARE)
  await own.show(id, 'internal')
  expect(await own.page(String(slug))).toBeNull()
  expect((await own.search(QUESTION)).filter((result) => result.source_id === id)).toEqual([])
  const { sources } = await own.ask(QUESTION)
  for (const source of sources.filter((one) => one.source_id === id))
    expect(source).toMatchObject({ title: 'The team’s own content', url: null, excerpt: '' })
})

it('an internal source is not suggested', async () => {
  const own = await tenant()
  const { id } = await own.addText('# Care\n\nThe beam is oiled twice a year with linseed oil.')
  const asked = 'Which oil do you sell for garden furniture?'
  const shown = async () => JSON.stringify(await own.ask(asked))
  expect(await shown()).toContain('"outcome":"suggested"')
  expect(await shown()).toContain('linseed')
  await own.show(id, 'internal')
  expect(await shown()).not.toContain('linseed')
})

it('a page is removed with its source, and no page of another workspace', async () => {
  const own = await tenant()
  const other = await tenant()
  const { id, slug } = await own.addText(CARE)
  expect(await other.page(String(slug))).toBeNull()
  await own.call('deleteSource', { id })
  expect(await own.page(String(slug))).toBeNull()
})

it('a page is in the sitemap only if its owner lists it', async () => {
  const own = await tenant()
  const { id, slug } = await own.addText(CARE)
  expect(await own.listed()).toEqual([])
  await own.call('updateSource', { id, is_listed: true })
  expect(await own.listed()).toEqual([{ slug, title: 'Loom: care' }])
  await own.show(id, 'quoted')
  expect(await own.listed()).toEqual([])
})

it('the file is available only if its owner offers it and its page is open', async () => {
  const owner: Tenant = await app.tenant('Woven')
  const change = (input: object) =>
    app.rpc('knowledge/updateSource', { id: owner.ids.document, ...input }, { ...owner, cookie: owner.cookie })
  await app.rows(`update sources set state = 'ready' where id = '${owner.ids.document}'`)
  const [row] = (await app.rows(`select slug from sources where id = '${owner.ids.document}'`)) as { slug: string }[]
  const slug = String(row?.slug)
  const files = createDocumentFiles({
    ...{ workspaces: app.core.services, auth: app.core.accounts.auth, storage: app.core.storage },
    limitDownloads: async () => {},
  }).onError((error, context) => context.text((error as { kind?: string }).kind ?? 'unexpected', 500))
  const download = async () => (await files.request(originalPath(owner.workspaceId, slug))).text()
  expect(await download()).toBe('not_found')
  await change({ offers_original: true })
  expect(await download()).toBe('A document.')
  await change({ visibility: 'quoted' })
  expect(await download()).toBe('not_found')
  expect(await (await files.request(originalPath('nonsense', slug))).text()).toBe('not_found')
})
