// Content that visitors must not see, and everything that visitors and their assistants can call: every operation of the
// public API at both of its addresses, every method of the client that the components use, every tool and resource of the
// public MCP server. These lists come from the product, so that a new operation, method or tool fails here until it has a
// sample. The pages are in `e2e/hidden-pages.spec.ts`; domains, files and exports in `e2e/hidden-downloads.spec.ts`.
import { beforeAll, expect, it } from 'vitest'
import { type AnswerloomClient, createClient } from '../packages/client/src/index.ts'
import { publicContract } from '../src/features/answering/server/index.ts'
import { createMetrics, startHttp } from '../src/platform/http/index.ts'
import { silentLogger } from '../src/platform/log/index.ts'
import { createTestApp, type Tenant, type TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'
import { type McpSession, openMcp } from './support/mcp/mcp-client.ts'

const SUBJECTS = [
  'draft',
  'archived',
  'trashed',
  'foreign',
  'deleted source',
  'foreign source',
  'internal source',
] as const
type Subject = (typeof SUBJECTS)[number]
/** A word that only this content has, in its title and in its text. */
const titleWord = (subject: Subject) => `zephyr${subject.replaceAll(' ', '')}title`
const textWord = (subject: Subject) => `zephyr${subject.replaceAll(' ', '')}text`
const questionOf = (subject: Subject) => `How often is the ${titleWord(subject)} loom oiled?`
const answerOf = (subject: Subject) => `The loom is oiled with ${textWord(subject)} twice a year.`

let app: TestApp
let url: string
let mine: Tenant
let other: Tenant
let subdomain: string
let assistant: McpSession
const ids = {} as Record<Subject, string>

const call = async <T>(tenant: Tenant, procedure: string, input: object): Promise<T> => {
  const reply = await app.rpc(procedure, input, { cookie: tenant.cookie, workspaceId: tenant.workspaceId })
  if (reply.status >= 300) throw new Error(`${procedure} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  return (reply.body as { json: T }).json
}

async function addFaq(tenant: Tenant, subject: Subject, status: string): Promise<void> {
  const faq = { question: questionOf(subject), answer: answerOf(subject), status, category: 'General' }
  ids[subject] = (await call<{ id: string }>(tenant, 'faqs/create', faq)).id
}

async function addText(tenant: Tenant, subject: Subject): Promise<void> {
  const items = [{ title: titleWord(subject), content: `# ${questionOf(subject)}\n\n${answerOf(subject)}` }]
  const [id] = (await call<{ ids: string[] }>(tenant, 'knowledge/createTexts', { items })).ids
  ids[subject] = id ?? ''
}

beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  const server = await startHttp(app.http, {
    host: '127.0.0.1',
    port: 0,
    log: silentLogger,
    metrics: createMetrics(),
  })
  atEnd(server.close)
  url = `http://127.0.0.1:${server.port}`
  mine = await app.tenant('Mine')
  other = await app.tenant('Other')
  await addFaq(mine, 'draft', 'draft')
  await addFaq(mine, 'archived', 'archived')
  await addFaq(mine, 'trashed', 'published')
  await call(mine, 'faqs/delete', { id: ids.trashed })
  await addFaq(other, 'foreign', 'published')
  await addText(mine, 'deleted source')
  await call(mine, 'knowledge/deleteSource', { id: ids['deleted source'] })
  await addText(other, 'foreign source')
  await addText(mine, 'internal source')
  await call(mine, 'knowledge/updateSource', { id: ids['internal source'], visibility: 'internal' })
  const [row] = await app.rows(`select subdomain from workspaces where id = '${mine.workspaceId}'`)
  subdomain = (row as { subdomain: string }).subdomain
  assistant = await openMcp(`${url}/faq/${subdomain}/mcp`)
  atEnd(() => assistant.close())
})

/** Every text that the calls return for this subject, by the call. */
const texts = new Map<Subject, Map<string, string>>(SUBJECTS.map((subject) => [subject, new Map()]))
const note = (subject: Subject, name: string, text: string) => texts.get(subject)?.set(name, text)

const operations: Record<keyof typeof publicContract, (subject: Subject, messageId: string) => object> = {
  ask: (subject) => ({ subdomain, question: questionOf(subject) }),
  search: (subject) => ({ subdomain, q: questionOf(subject), limit: 50 }),
  feedback: (_, message_id) => ({ message_id, vote: 'up' }),
  handoff: (_, message_id) => ({ message_id, email: 'visitor@example.test' }),
  token: () => ({ subdomain }),
  workspace: () => ({}),
  faqs: () => ({}),
}

async function callOperations(base: string, subject: Subject): Promise<void> {
  let messageId = ''
  for (const [name, { '~orpc': operation }] of Object.entries(publicContract)) {
    const { method = 'POST', path = '' } = operation.route
    const input = operations[name as keyof typeof publicContract](subject, messageId)
    const address = `${url}${base}${path.replace('{subdomain}', subdomain)}`
    const headers = { 'content-type': 'application/json', origin: url }
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]) => [key, String(value)] as [string, string]),
    )
    const send = (accept: string) =>
      method === 'GET'
        ? fetch(`${address}?${query}`, { headers: { ...headers, accept } })
        : fetch(address, { method, headers: { ...headers, accept }, body: JSON.stringify(input) })
    const response = await send('application/json')
    expect(response.status, `${base} ${name}`).toBeLessThan(300)
    const text = await response.text()
    note(subject, `${base} ${name}`, text)
    if (name !== 'ask') continue
    messageId = (JSON.parse(text) as { message_id: string }).message_id
    note(subject, `${base} ask as a stream`, await (await send('text/event-stream')).text())
  }
}

async function streamed<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const event of events) all.push(event)
  return all
}

/** Calls of each method of the client; those that only build or change something return what they get. */
const methods: Record<keyof AnswerloomClient, (client: AnswerloomClient, subject: Subject) => Promise<unknown>> = {
  options: async ({ options }) => options,
  workspace: (client) => client.workspace(),
  faqs: (client) => client.faqs(),
  search: (client, subject) => client.search(questionOf(subject), { limit: 50, prefix: true }),
  ask: (client, subject) => client.ask(questionOf(subject)),
  askStream: (client, subject) => streamed(client.askStream(questionOf(subject))),
  conversation: async (client, subject) => {
    const conversation = client.conversation()
    return [await conversation.ask(questionOf(subject)), await streamed(conversation.askStream(questionOf(subject)))]
  },
  vote: (client, subject) => client.ask(questionOf(subject)).then(({ message_id }) => client.vote(message_id, 'up')),
  handoff: (client, subject) => client.handoff({ question: questionOf(subject) }, 'visitor@example.test'),
}

async function useClient(subject: Subject): Promise<void> {
  const client = createClient({ server: url, subdomain })
  expect(Object.keys(client).sort()).toEqual(Object.keys(methods).sort())
  for (const [name, use] of Object.entries(methods))
    note(subject, `client.${name}`, JSON.stringify(await use(client, subject)) ?? '')
}

async function useTools(subject: Subject): Promise<void> {
  const inputs: Record<string, Record<string, unknown>> = {
    search: { query: questionOf(subject) },
    fetch: { id: ids[subject] },
    ask: { question: questionOf(subject) },
  }
  const { tools } = await assistant.client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort())
  for (const { name } of tools) {
    const result = await assistant.client.callTool({ name, arguments: inputs[name] })
    note(subject, `tool ${name}`, JSON.stringify(result))
    if (name === 'fetch') expect(result.isError, subject).toBe(true)
  }
}

it('visitors and assistants get no content that is hidden from them', async () => {
  for (const subject of SUBJECTS) {
    for (const base of ['/api/v1', '/api']) await callOperations(base, subject)
    await useClient(subject)
    await useTools(subject)
  }
  const { resources } = await assistant.client.listResources()
  expect(resources.length).toBeGreaterThan(0)
  const all = JSON.stringify(resources)
  const found: string[] = []
  for (const subject of SUBJECTS) {
    if (all.includes(titleWord(subject))) found.push(`${subject}: resources`)
    for (const [name, text] of texts.get(subject) ?? []) {
      // The visitor's own words are repeated where a call returns the question.
      const said = text.replaceAll(questionOf(subject), '')
      // Answers may use an internal source, whose title, address and place are not shown.
      const isAnswer = subject === 'internal source' && /ask|conversation/.test(name)
      if (said.includes(titleWord(subject)) || (!isAnswer && said.includes(textWord(subject))))
        found.push(`${subject}: ${name}`)
    }
  }
  expect(found).toEqual([])
})

it('the same calls return what is published', async () => {
  const [word, question] = ['zephyrpublished', 'How often is the published zephyr loom oiled?']
  await call(mine, 'faqs/create', { question, answer: `With ${word}.`, status: 'published' })
  const search = await fetch(`${url}/api/v1/public/search?subdomain=${subdomain}&q=published+zephyr+loom`)
  expect(await search.text()).toContain(word)
  const { results } = await assistant.use<{ results: { id: string }[] }>('search', { query: question })
  expect((await assistant.use<{ text: string }>('fetch', { id: results[0]?.id })).text).toContain(word)
})
