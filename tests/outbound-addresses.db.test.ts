// Server-side request forgery: every feature that takes an address × the ways to write a private one. What sends
// requests at all is counted in the code, so that a new feature that takes an address is noticed here.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './support/app/test-app.ts'
import { knowledgeTenant } from './support/content/knowledge-tenant.ts'
import { atEnd } from './support/database/database.ts'
import { PRIVATE_ADDRESSES } from './support/network/private-addresses.ts'
import { sitePage, startWebSite, type WebSite } from './support/websites/web-site.ts'

const BLOCKED = 'This address cannot be reached from here: only public websites can.'
const INVALID = /Please enter a valid (website )?URL/i

let app: TestApp
let inside: WebSite
let tenant: Awaited<ReturnType<typeof knowledgeTenant>>

beforeAll(async () => {
  inside = await startWebSite({ '/': sitePage({ title: 'Inside', text: 'Nobody outside may read this.' }) })
  atEnd(() => inside.close())
  app = await createTestApp({ BILLING: 'off' }, { work: true })
  tenant = await knowledgeTenant(app)
})

/** Message of a refusal, at any depth of the response. */
const messageOf = (body: unknown): string =>
  (body as { json: { data?: { message: string }; message?: string } }).json.data?.message ?? ''

describe('the preview of a website refuses internal addresses', () => {
  it.each(PRIVATE_ADDRESSES)('%s', async (url) => {
    const { status, body } = await tenant.rpc('websites/preview', { url })
    if (status === 200) expect((body as { json: object }).json).toMatchObject({ problem: BLOCKED, pages: 0 })
    else expect([status, messageOf(body)]).toEqual([400, expect.stringMatching(INVALID)])
  })

  it('on a port of this machine', async () => {
    const { body } = await tenant.rpc('websites/preview', { url: inside.url })
    expect((body as { json: object }).json).toMatchObject({ problem: BLOCKED })
    expect(inside.asked).toEqual([])
  })
})

describe('a crawl refuses internal addresses', () => {
  it.each(PRIVATE_ADDRESSES)('%s', async (url) => {
    const added = await tenant.rpc('websites/add', { url, scope: 'site' })
    if (added.status !== 200)
      return expect([added.status, messageOf(added.body)]).toEqual([400, expect.stringMatching(INVALID)])
    const { id } = (added.body as { json: { id: string } }).json
    expect(await tenant.ended(id)).toMatchObject({ state: 'failed', reason: BLOCKED })
    await tenant.call('websites/delete', { id })
  })
})

describe('the website of a new workspace', () => {
  it('is saved like any other, and internal addresses are refused when it is read', async () => {
    const { cookie } = tenant.owner
    const made = await app.rpc('workspaces/create', { name: 'Inside', website_url: inside.url }, { cookie })
    expect(made.status).toBe(200)
    const { id: workspaceId } = (made.body as { json: { id: string } }).json
    const call = async (procedure: string, input: object = {}) =>
      ((await app.rpc(procedure, input, { cookie, workspaceId })).body as { json: { items: Record<string, string>[] } })
        .json
    const [website] = (await call('knowledge/websites/list')).items
    await expect
      .poll(async () => (await call('knowledge/websites/runs', { id: website?.id })).items[0], { timeout: 50_000 })
      .toMatchObject({ state: 'failed', reason: BLOCKED })
    expect(inside.asked).toEqual([])
  })
})

describe("a workspace's own domain", () => {
  const literals = PRIVATE_ADDRESSES.filter((address) => !/localhost|127%2e/.test(address))
  it.each(literals)('is refused as %s', async (address) => {
    const { cookie, workspaceId } = tenant.owner
    const set = await app.rpc('domains/set', { custom_domain: address }, { cookie, workspaceId })
    expect(set.status).toBe(400)
  })
})

/** Signs of a file that can open a connection: an import of a package that does, or the platform's own `fetch`. */
const PACKAGES =
  /^(?:import (?!type)[^\n]*|[ }][^\n]*)\bfrom '(?:undici|nodemailer|pg|node:(?:https|http2|tls|dgram|dns|dns\/promises))'|^import \{[^}]*\b(?:connect|createConnection|request)\b[^}]*\} from 'node:(?:net|http)'|from '(?:@polar-sh\/sdk\/[\w-]+|@aws-sdk\/[\w-]+)'|import\('(?:@ai-sdk\/|@googleapis\/|@aws-sdk\/|@opentelemetry\/|nodemailer)/m
const OWN_FETCH = /(?<![.\w])fetch\((?!\{)/
const HANDED_FETCH = /\b(?:const|function) fetch\b|[({,]\s*fetch\s*[,}]|\bfetch: (?:PoliteFetch|Fetch)\b/

/**
 * All such files, and the source of their addresses. Addresses supplied by users go through `platform/outbound`; the
 * others come from the operator's configuration or are on this machine.
 */
const CONNECTING: Record<string, string> = {
  'platform/outbound/guarded-fetch.ts': 'the guard',
  'platform/outbound/guarded-agent.ts': 'the guard',
  'platform/outbound/addresses.ts': 'the guard',
  'platform/dns/index.ts': 'operator: DNS_SERVERS; only names are asked for, nothing at them',
  'platform/mail/smtp-mailer.ts': 'operator: SMTP_URL',
  'platform/llm/language-model.ts': 'operator: AI_BASE_URL',
  'platform/llm/index.ts': 'operator: EMBEDDING_BASE_URL',
  'platform/encoder/get-model/download.ts': 'operator: model:get, from the hub that it names',
  'platform/encoder/get-model/hub-source.ts': 'operator: model:get, from the hub that it names',
  'platform/backup/write-backup.ts': 'nobody: it quotes names',
  'platform/storage/s3-storage.ts': 'operator: S3_ENDPOINT',
  'platform/tracing/start-tracing.ts': 'operator: OTEL_EXPORTER_OTLP_ENDPOINT',
  'platform/db/postgres.ts': 'operator: DATABASE_URL',
  'platform/db/transaction.ts': 'operator: DATABASE_URL',
  'platform/db/embedded/open.ts': 'this machine',
  'platform/jobs/queue-database.ts': 'operator: DATABASE_URL',
  'platform/operator/call-operator.ts': 'this machine',
  'features/billing/server/polar/create-polar.ts': 'operator: POLAR_API_URL',
  'features/billing/server/polar/read-webhook.ts': 'nobody: it reads signatures',
  'features/integrations/server/notion/notion-client.ts': 'operator: NOTION_API_URL',
  'features/integrations/server/google-drive/drive-client.ts': 'operator: GOOGLE_API_URL',
}

it('no other module opens connections', () => {
  const root = path.join(import.meta.dirname, '../src')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^(?:web|widget-loader|kernel)\/|\/web\//.test(file))
    .filter((file) => {
      const code = readFileSync(path.join(root, file), 'utf8')
      return PACKAGES.test(code) || (OWN_FETCH.test(code) && !HANDED_FETCH.test(code))
    })
  expect(found.sort()).toEqual(Object.keys(CONNECTING).sort())
})
