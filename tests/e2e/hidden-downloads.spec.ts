// Content that visitors must not see, beyond the pages of `hidden-pages.spec.ts`: at the workspace's own domain, in
// downloads of originals and images, and what assistants and exports of a workspace read of another one.
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import type { Source } from '../../src/features/knowledge/contract.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import {
  categoryWord,
  createHiddenContent,
  isFaq,
  questionOf,
  SUBJECTS,
  type Subject,
  textWord,
  titleWord,
} from '../support/content/hidden-content.ts'
import { zip } from '../support/files/office-files.ts'
import { openMcp } from '../support/mcp/mcp-client.ts'
import { type DnsFixture, dnsFixture } from '../support/network/dns-fixture.ts'
import { call, newTenant, type Reply, restOf, send, type Tenant } from '../support/network/http-client.ts'
import { onHost } from '../support/network/on-host.ts'

const test = base.extend<object, DnsFixture>(dnsFixture)

const useTool = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})
const listResources = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} }

interface DomainRequest {
  path: string
  body?: object
  /** It repeats the visitor's question, and may quote sources that visitors cannot open. */
  isQuestion?: boolean
  /** Nothing is at this address while the content is hidden. */
  isOwn?: boolean
}

function requestsAtDomain(mine: Tenant, subject: Subject, { id, slug }: { id: string; slug: string }): DomainRequest[] {
  const question = questionOf(subject)
  const asked = encodeURIComponent(question)
  return [
    ...['/', '/?page=2', `/?category=${categoryWord(subject)}`, '/sitemap.xml', '/llms.txt', '/robots.txt'].map(
      (path) => ({ path }),
    ),
    ...[`/${slug}`, `/${slug}.md`, `/sources/${slug}`, `/sources/${slug}.md`].map((path) => ({ path, isOwn: true })),
    { path: `/categories/${categoryWord(subject).toLowerCase()}`, isOwn: true },
    { path: `/files/workspaces/${mine.workspaceId}/originals/${slug}`, isOwn: true },
    { path: `/files/workspaces/${mine.workspaceId}/sources/${slug}/images/1.webp`, isOwn: true },
    { path: `/?q=${asked}`, isQuestion: true },
    { path: `/?q=${asked}&ask=1`, isQuestion: true },
    { path: `/api/v1/public/search?subdomain=${mine.subdomain}&q=${asked}`, isQuestion: true },
    { path: `/api/v1/public/workspaces/${mine.subdomain}/faqs` },
    { path: '/api/v1/public/ask', body: { subdomain: mine.subdomain, question }, isQuestion: true },
    { path: '/mcp', body: listResources },
    { path: '/mcp', body: useTool('fetch', { id }) },
    { path: '/mcp', body: useTool('search', { query: question }), isQuestion: true },
    { path: '/mcp', body: useTool('ask', { question }), isQuestion: true },
  ]
}

test('a custom domain shows no content that is hidden from visitors', async ({ app, dns }) => {
  const mine = await newTenant(app)
  const other = await newTenant(app, 'Other Goods')
  const published = { question: 'How is a loom cleaned?', answer: 'With a soft brush.', status: 'published' }
  await restOf(app, mine)('/faqs', { body: published })
  const known = await createHiddenContent(app, { mine, other })
  const host = `help-${process.pid}-hidden.localhost`
  const headers = { cookie: mine.cookie, 'x-workspace-id': mine.workspaceId }
  const { output } = await call(app, 'domains/set', { custom_domain: host }, headers)
  const record = (output as unknown as { record: { name: string; value: string } }).record
  dns.set(record.name, record.value)
  await call(app, 'domains/verify', {}, headers)
  const { port } = new URL(app.url)
  await expect.poll(async () => (await onHost(host, port, '/llms.txt')).text).toContain('How is a loom cleaned?')

  const found: string[] = []
  for (const subject of SUBJECTS) {
    const content = known.get(subject) ?? { id: '', slug: '' }
    for (const { path, body, isQuestion, isOwn } of requestsAtDomain(mine, subject, content)) {
      const name = `${subject} ${path} ${body ? JSON.stringify(body) : ''}`
      const { status, text } = await onHost(host, port, path, body)
      expect(status, name).toBe(isOwn ? 404 : 200)
      // Answers may rest on sources that visitors cannot open, and searches quote those that are not internal.
      const isAnswer = body !== undefined ? JSON.stringify(body).includes('question') : path.includes('ask=1')
      const isQuoted = isQuestion && !isFaq(subject) && (subject === 'quoted' || isAnswer)
      const hidden = [
        ...(isQuoted ? [] : [textWord(subject)]),
        ...(isQuestion ? [`/${content.slug}`] : [titleWord(subject)]),
        ...(path.includes(categoryWord(subject)) ? [] : [categoryWord(subject)]),
      ]
      found.push(...hidden.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`))
    }
  }
  expect(found).toEqual([])
})

/** Uploads an archive whose page shows an image, and offers the file for download. */
async function offerFile(app: { url: string }, tenant: Tenant, name: string) {
  const picture = sharp({ create: { width: 320, height: 160, channels: 3, background: '#2244aa' } })
  const archive = zip({
    'loom.md': `# ${name}\n\nPress the button.\n\n![The button](button.png)\n\nThen wait.`,
    'button.png': await picture.png().toBuffer(),
  })
  const body = new FormData()
  body.set('file', new File([archive as never], `${name}.zip`))
  const headers = { authorization: `Bearer ${tenant.key}` }
  const sent = await fetch(`${app.url}/api/v1/documents`, { method: 'POST', headers, body })
  const { id, slug } = (await sent.json()) as Source
  await restOf(app, tenant)(`/sources/${id}`, { method: 'PATCH', body: { offers_original: true } })
  const files = `${app.url}/files/workspaces/${tenant.workspaceId}`
  return {
    id,
    slug: String(slug),
    original: `${files}/originals/${slug}`,
    image: `${files}/sources/${slug}/images/1.webp`,
    own: `${files}/documents/${id}`,
  }
}

const statusOf = async (reply: Promise<Reply>) => (await reply).status

test('originals and images of sources that are hidden cannot be downloaded', async ({ app }) => {
  test.setTimeout(180_000)
  const mine = await newTenant(app)
  const other = await newTenant(app, 'Other Goods')
  const rest = restOf(app, mine)
  const changes: Record<string, [method: string, body?: object]> = {
    internal: ['PATCH', { visibility: 'internal' }],
    quoted: ['PATCH', { visibility: 'quoted' }],
    deleted: ['DELETE'],
  }
  const offered = new Map<string, Awaited<ReturnType<typeof offerFile>>>()
  for (const name of [...Object.keys(changes), 'kept', 'withdrawn'])
    offered.set(name, await offerFile(app, mine, `loom-${name}`))
  for (const [name, { original, image }] of offered) {
    await expect.poll(() => statusOf(send(original)), { message: name, timeout: 120_000 }).toBe(200)
    expect(await statusOf(send(image)), name).toBe(200)
  }
  for (const [name, [method, body]] of Object.entries(changes))
    await rest(`/sources/${offered.get(name)?.id}`, { method, body })
  await rest(`/sources/${offered.get('withdrawn')?.id}`, { method: 'PATCH', body: { offers_original: false } })

  for (const [name, { original, image, own, slug }] of offered) {
    const isOffered = name === 'kept'
    expect(await statusOf(send(original)), `original, ${name}`).toBe(isOffered ? 200 : 404)
    const showsImage = isOffered || name === 'withdrawn'
    expect(await statusOf(send(image)), `image, ${name}`).toBe(showsImage ? 200 : 404)
    // Below another workspace's id there is nothing either.
    for (const url of [original, image]) {
      const foreign = url.replace(mine.workspaceId, other.workspaceId)
      expect(await statusOf(send(foreign)), `${slug} of another workspace`).toBe(404)
    }
    expect(await statusOf(send(own)), `file, ${name}, signed out`).toBe(401)
    const cookie = other.cookie
    expect(await statusOf(send(own, { headers: { cookie } })), `file, ${name}, other tenant`).toBe(404)
    const foreignFile = own.replace(mine.workspaceId, other.workspaceId)
    expect(await statusOf(send(foreignFile, { headers: { cookie } })), `file, ${name}, by id`).toBe(404)
  }
})

test('assistants and exports of a workspace read nothing of another one, and nothing that was deleted', async ({
  app,
}) => {
  const mine = await newTenant(app)
  const other = await newTenant(app, 'Other Goods')
  const known = await createHiddenContent(app, { mine, other })
  const headers = { authorization: `Bearer ${mine.key}` }
  const foreign: readonly Subject[] = ['foreign', 'foreignsource']
  const found: string[] = []
  const look = (subject: Subject, name: string, text: string) => {
    for (const word of [textWord(subject), titleWord(subject)]) if (text.includes(word)) found.push(`${name}: ${word}`)
  }

  const assistant = await openMcp(`${app.url}/mcp`, { headers })
  const { tools } = await assistant.client.listTools()
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
  for (const subject of [...foreign, 'trashed', 'deleted'] as const) {
    const { id = '' } = known.get(subject) ?? {}
    const inputs: Record<string, Record<string, unknown>> = {
      list_gaps: {},
      read_gap: { gap_id: id },
      propose_draft: { gap_id: id },
      list_faqs: { q: textWord(subject) },
      read_faq: { faq_id: id },
      list_sources: { q: titleWord(subject) },
      list_answer_tests: {},
      read_answer_test: { test_id: id },
      read_statistics: {},
    }
    expect([...reading].sort()).toEqual(Object.keys(inputs).sort())
    for (const name of reading) {
      const result = await assistant.client.callTool({ name, arguments: inputs[name] })
      if (Object.keys(inputs[name] ?? {}).some((key) => key.endsWith('_id'))) expect(result.isError, name).toBe(true)
      look(subject, `${subject} ${name}`, JSON.stringify(result))
    }
  }
  // The team's own assistant does read what is only hidden from visitors.
  expect(JSON.stringify(await assistant.use('list_faqs', { q: textWord('draft') }))).toContain(titleWord('draft'))
  await assistant.close()

  const cookie = { cookie: mine.cookie }
  const files = `${app.url}/files/workspaces/${mine.workspaceId}`
  for (const [url, from] of [
    [`${app.url}/api/v1/export`, headers],
    [`${files}/export.zip`, cookie],
  ] as const) {
    const response = await fetch(url, { headers: from })
    expect(response.status, url).toBe(200)
    const entries = Object.values(unzipSync(new Uint8Array(await response.arrayBuffer())))
    const text = entries.map((bytes) => strFromU8(bytes)).join('\n')
    expect(text).toContain(textWord('draft'))
    for (const subject of foreign) look(subject, url, text)
  }
  for (const name of ['faqs.csv', 'faqs.json', 'questions.csv']) {
    const reply = await send(`${files}/${name}`, { headers: cookie })
    expect(reply.status, name).toBe(200)
    for (const subject of [...foreign, 'trashed'] as const) look(subject, name, JSON.stringify(reply.body))
  }
  expect(found).toEqual([])
})
