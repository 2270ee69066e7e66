// The application without a socket: the real router, guards and sessions over a test database, asked by Request.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard'
import { createAvatarFiles, createGoogleCallback } from '../../../src/features/accounts/server/index.ts'
import { createPublicApi, createVisitorTokens } from '../../../src/features/answering/server/index.ts'
import { createPictureFiles } from '../../../src/features/appearance/server/index.ts'
import { createBillingWebhook, createSandboxPages } from '../../../src/features/billing/server/index.ts'
import { createFaqImageFiles } from '../../../src/features/faqs/server/index.ts'
import { sealCredentials } from '../../../src/features/integrations/server/credentials.ts'
import { createConnectCallback } from '../../../src/features/integrations/server/index.ts'
import { recordQuestion } from '../../../src/features/questions/server/index.ts'
import { createGuards, visitorContext } from '../../../src/features/workspaces/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { loadConfig } from '../../../src/platform/config/index.ts'
import { type Database, systemTransaction } from '../../../src/platform/db/index.ts'
import { createHttp, createMetrics, type HttpApp } from '../../../src/platform/http/index.ts'
import { createLogger } from '../../../src/platform/log/index.ts'
import { createSealedTexts } from '../../../src/platform/sealed-texts/index.ts'
import { createApi } from '../../../src/wire/api.ts'
import { type Core, openCore } from '../../../src/wire/core.ts'
import { createLimits } from '../../../src/wire/limits.ts'
import { createMcp } from '../../../src/wire/mcp.ts'
import { createRouter } from '../../../src/wire/router.ts'
import { quickPasswords } from '../accounts/quick-passwords.ts'
import { atEnd, testDatabase } from '../database/database.ts'

export interface Tenant {
  name: string
  email: string
  password: string
  cookie: string
  memberCookie: string
  workspaceId: string
  apiKey: string
  readKey: string
  ids: {
    faq: string
    question: string
    source: string
    document: string
    website: string
    integration: string
    api_key: string
  }
}

interface Answer {
  status: number
  body: unknown
  headers: Headers
}

export interface TestApp {
  core: Core
  /** For a real server in front of it. */
  http: HttpApp
  rpc(procedure: string, input: object, options?: { cookie?: string; workspaceId?: string }): Promise<Answer>
  /** Any request at all: files, other forms of bodies. */
  fetch(request: Request): Promise<Response>
  rest(
    route: { method?: string; path?: string },
    input: object,
    key?: string,
    headers?: Record<string, string>,
  ): Promise<Answer>
  tenant(name: string): Promise<Tenant>
  rows(sql: string): Promise<unknown[]>
}

/** A request with a forwarding header comes from a proxy on this machine, which TRUST_PROXY may name. */
function throughProxy(request: Request): HttpBindings | undefined {
  if (!request.headers.has('x-forwarded-for')) return undefined
  const message = { headers: Object.fromEntries(request.headers), socket: { remoteAddress: '127.0.0.1' } }
  // Node's requests are streams: the server reads the body from it.
  const incoming = Object.assign(request.body ? Readable.fromWeb(request.body) : Readable.from([]), message)
  return { incoming } as unknown as HttpBindings
}

/** Fields as a query; the elements of lists have numbers in brackets. */
function queryOf(fields: Record<string, unknown>): string {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((one, index) => [`${name}[${index}]`, String(one)]) : [[name, String(value)]],
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

let people = 0
/** Calls are written as the dashboard writes them, files included. */
const serializer = new StandardRPCSerializer(new StandardRPCJsonSerializer())

/** Nothing of what is tested reaches the real services. */
const NOBODY = { NOTION_API_URL: 'http://127.0.0.1:9' }
/** A token that every tenant's connected service is entered with. */
export const ENTERED_TOKEN = 'ntn_entered'

/**
 * With `work` it also runs jobs, so that mails are sent. With `db` it is a further node on that database. `logged`
 * gets what LOG_LEVEL lets through.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  { work = false, db, logged }: { work?: boolean; db?: Database; logged?: (line: string) => void } = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'answerloom-app-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    SEED_DEMO: 'off',
    SEMANTIC: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    CHROMIUM_PATH: 'off',
    ...NOBODY,
    ...env,
  })
  const log = createLogger(config, logged && { write: logged })
  const core = await openCore({ config, log, db: db ?? (await testDatabase()), work, passwords: quickPasswords })
  atEnd(async () => {
    await core.jobs.stop()
    await core.events.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const metrics = createMetrics()
  atEnd(async () => metrics.stop())
  const guards = createGuards(core.services, core.accounts.auth)
  const http = createHttp({ config, log, metrics, probes: {} })
  const limits = createLimits(core)
  const router = createRouter(core, limits, guards)
  const { appUrl } = config
  const idempotency = { sealed: createSealedTexts(config.secretKeys), limits: limits.idempotency }
  const apiOptions = { appUrl, version: 'test', idempotency, limits: limits.api, storage: core.storage }
  const publicApi = {
    workspaces: core.services,
    answering: core.answering,
    limits: limits.visitors,
    visitorTokens: createVisitorTokens(config.secretKeys),
  }
  http.route('/', createPublicApi(publicApi))
  http.route('/', createApi(router, guards, apiOptions))
  const directory = { find: async () => null }
  http.route('/', createMcp({ ...apiOptions, publicApi, directory, router, guards, secretKeys: config.secretKeys }))

  http.route('/', createBillingWebhook(core.billing.services))
  if (core.billing.sandbox)
    http.route('/', createSandboxPages(core.billing.services, core.billing.sandbox, core.accounts.auth))
  http.route('/', createConnectCallback(core.integrations.services, core.accounts.auth))
  http.route('/', createGoogleCallback(core.accounts, createLimits(core).accounts))
  http.route('/', createAvatarFiles(core.accounts))
  http.route('/', createPictureFiles(core))
  const { accounts, services, storage } = core
  http.route('/', createFaqImageFiles({ workspaces: services, auth: accounts.auth, storage }))

  const access = (workspaceId: string, id: string): string => {
    const credentials = { accessToken: ENTERED_TOKEN, refreshToken: null, expiresAt: null }
    return sealCredentials(core.integrations.services, { workspaceId, id }, credentials)
  }
  const answer = async (response: Response): Promise<Answer> => {
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
  }
  const rpc: TestApp['rpc'] = async (procedure, input, { cookie, workspaceId } = {}) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (cookie) headers.set('cookie', cookie)
    if (workspaceId) headers.set('x-workspace-id', workspaceId)
    const body = serializer.serialize(input)
    // The form says its own boundary.
    if (body instanceof FormData) headers.delete('content-type')
    return answer(
      await http.request(`/api/rpc/${procedure}`, {
        method: 'POST',
        headers,
        body: body instanceof FormData ? body : JSON.stringify(body),
      }),
    )
  }
  const rest: TestApp['rest'] = async (route, input, key, given = {}) => {
    const method = route.method ?? 'POST'
    const fields = { ...input } as Record<string, unknown>
    const at = (route.path ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(fields[name])
      delete fields[name]
      return value
    })
    const headers = new Headers(key ? { ...given, authorization: `Bearer ${key}` } : given)
    if (method === 'GET') return answer(await http.request(`/api/v1${at}${queryOf(fields)}`, { headers }))
    if (Object.values(fields).some((value) => value instanceof File)) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value as string | File)
      return answer(await http.request(`/api/v1${at}`, { method, headers, body }))
    }
    headers.set('content-type', 'application/json')
    return answer(await http.request(`/api/v1${at}`, { method, headers, body: JSON.stringify(fields) }))
  }
  const json = <T>(reply: Answer): T => {
    if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return (reply.body as { json: T }).json
  }
  async function signUp(): Promise<{ email: string; password: string; cookie: string; id: string }> {
    const email = `tenant-${++people}@example.com`
    const password = 'woven-thread-7'
    const reply = await rpc('accounts/signUp', { first_name: 'Tess', last_name: 'Tenant', email, password })
    json(reply)
    const cookie = reply.headers
      .getSetCookie()
      .map((c) => c.split(';')[0])
      .join('; ')
    const me = json<{ id: string }>(await rpc('accounts/me', {}, { cookie }))
    return { email, password, cookie, id: me.id }
  }
  return {
    core,
    http,
    rpc,
    fetch: async (request) => http.fetch(request, throughProxy(request)),
    rest,
    rows: (sql) => systemTransaction(core.db, async (transaction) => (await transaction.execute(sql)).rows),
    tenant: async (name) => {
      const owner = await signUp()
      const member = await signUp()
      const { cookie } = owner
      const { id: workspaceId } = json<{ id: string }>(
        await rpc('workspaces/create', { name, website_url: 'https://woven.invalid' }, { cookie }),
      )
      await systemTransaction(core.db, (transaction) =>
        transaction.execute(
          `insert into workspace_members (workspace_id, user_id, role) values ('${workspaceId}', '${member.id}', 'member')`,
        ),
      )
      const call = <T>(procedure: string, input: object) =>
        rpc(procedure, input, { cookie, workspaceId }).then((r) => json<T>(r))
      const write = await call<{ id: string; api_key: string }>('workspaces/apiKeys/create', {
        name: 'w',
        scope: 'write',
        password: owner.password,
      })
      const read = await call<{ api_key: string }>('workspaces/apiKeys/create', {
        name: 'r',
        scope: 'read',
        password: owner.password,
      })
      const faq = await call<{ id: string }>('faqs/create', {
        question: `About ${name}?`,
        answer: 'An answer.',
        status: 'published',
      })
      const texts = await call<{ ids: string[] }>('knowledge/createTexts', {
        items: [{ title: 'Text', content: 'A text.' }],
      })
      const visitor = await visitorContext(core.services, { workspace_id: workspaceId })
      if (!visitor) throw new Error('the workspace is missing')
      const question = await recordQuestion(visitor, {
        conversation_id: newId(),
        question: 'A question?',
        answer: 'An answer.',
        outcome: 'answered',
        confidence: 1,
        sources: [],
        page_url: null,
      })
      const document = await call<{ id: string }>('knowledge/uploadDocument', {
        file: new File(['A document.'], 'document.txt'),
      })
      const integration = newId()
      await systemTransaction(core.db, (transaction) =>
        transaction.execute(
          `insert into integrations (workspace_id, id, type, credentials)
           values ('${workspaceId}', '${integration}', 'notion', '${access(workspaceId, integration)}')`,
        ),
      )
      const websites = await call<{ items: { id: string }[] }>('knowledge/websites/list', {})
      const ids = {
        faq: faq.id,
        source: texts.ids[0] ?? '',
        document: document.id,
        website: websites.items[0]?.id ?? '',
        integration,
        question,
        api_key: write.id,
      }
      return {
        name,
        email: owner.email,
        password: owner.password,
        cookie,
        memberCookie: member.cookie,
        workspaceId,
        apiKey: write.api_key,
        readKey: read.api_key,
        ids,
      }
    },
  }
}
