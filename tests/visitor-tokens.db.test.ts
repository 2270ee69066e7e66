// Asking in a workspace that lists its allowed origins: only with a token that our own pages fetch, valid for a few
// minutes, for one workspace and for one network.
import { beforeEach, expect, it } from 'vitest'
import {
  askFromPage,
  createPublicApi,
  createVisitorTokens,
  VISITOR_TOKEN_MS,
  type VisitorTokens,
} from '../src/features/answering/server/index.ts'
import type { HttpApp } from '../src/platform/http/index.ts'
import { createLimits } from '../src/wire/limits.ts'
import { createTestApp, type Tenant, type TestApp } from './support/app/test-app.ts'
import { errorOf, LOCAL, serve } from './support/network/http-server.ts'

const OWN = LOCAL.appUrl.origin
const LISTED = 'https://shop.example'
const STRANGER = 'https://evil.example'
const ADDRESS = '198.51.100.7'

let app: TestApp
let mine: Tenant
let other: Tenant
let tokens: VisitorTokens
let url: string

async function listOrigins(tenant: Tenant): Promise<void> {
  const { cookie, workspaceId } = tenant
  const reply = await app.rpc('workspaces/allowedOrigins/replace', { origins: [LISTED] }, { cookie, workspaceId })
  expect(reply.status).toBe(200)
}

beforeEach(async () => {
  if (!app) {
    app = await createTestApp()
    ;[mine, other] = [await app.tenant('Mine'), await app.tenant('Other')]
    await listOrigins(mine)
    await listOrigins(other)
    tokens = createVisitorTokens(app.core.config.secretKeys)
  }
  const deps = {
    workspaces: app.core.services,
    answering: app.core.answering,
    limits: createLimits(app.core).visitors,
    visitorTokens: tokens,
  }
  const config = { ...LOCAL, trustProxy: ['127.0.0.0/8'] }
  const question = () => ({ workspace_id: mine.workspaceId, question: 'About Mine?' })
  const routes = (http: HttpApp) =>
    http
      .route('/', createPublicApi(deps))
      .get('/page', async (context) => context.json(await askFromPage(deps, context, question())))
  url = (await serve(routes, { config })).url
})

interface Sender {
  origin?: string
  address?: string
}

function post(path: string, body: object, { origin, address = ADDRESS }: Sender = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, ...(origin && { origin }) }
  return fetch(`${url}/api/public/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function fetchToken(tenant: Tenant, sender: Sender = {}): Promise<string> {
  const response = await post('token', { workspace_id: tenant.workspaceId }, { origin: OWN, ...sender })
  expect(response.status).toBe(200)
  return ((await response.json()) as { token: string }).token
}

const ask = (token: string | undefined, sender: Sender = {}) =>
  post(
    'ask',
    { workspace_id: mine.workspaceId, question: 'About Mine?', visitor_token: token },
    { origin: OWN, ...sender },
  )

/** Status and code of an answer; the code is undefined unless it was refused. */
const outcomeOf = async (response: Response) => [
  response.status,
  response.ok ? undefined : (await errorOf(response)).code,
]
const REFUSED = [403, 'widget.token_required']
const OTHER_SITE = [403, 'widget.origin_not_allowed']

it('a page of this server asks with the token that it has requested', async () => {
  const response = await ask(await fetchToken(mine))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ outcome: 'answered' })
})

it("a question without a token is refused, also from this server's origin", async () => {
  expect(await outcomeOf(await ask(undefined))).toEqual(REFUSED)
  expect(await outcomeOf(await ask(undefined, { origin: LISTED }))).toEqual(REFUSED)
  const question = { workspace_id: mine.workspaceId, question: 'About Mine?', email: 'visitor@example.test' }
  expect(await outcomeOf(await post('handoff', question, { origin: OWN }))).toEqual(REFUSED)
  const token = await fetchToken(mine)
  expect((await post('handoff', { ...question, visitor_token: token }, { origin: OWN })).status).toBe(202)
})

it('an expired token is refused', async () => {
  const issuedAt = Date.now() - VISITOR_TOKEN_MS - 1_000
  expect(await outcomeOf(await ask(tokens.issue(mine.workspaceId, ADDRESS, issuedAt)))).toEqual(REFUSED)
})

it('a token of another workspace is refused', async () => {
  expect(await outcomeOf(await ask(await fetchToken(other)))).toEqual(REFUSED)
})

it('a token requested from another network is refused', async () => {
  const token = await fetchToken(mine)
  expect(await outcomeOf(await ask(token, { address: '198.51.100.8' }))).toEqual(REFUSED)
  expect((await ask(token)).status).toBe(200)
})

it('a changed token is refused', async () => {
  const token = await fetchToken(mine)
  const [seconds = '', signature = ''] = token.split('.')
  const otherSignature = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  for (const changed of [`${Number(seconds) + 1}.${signature}`, `${seconds}.${otherSignature}`, 'made.up'])
    expect(await outcomeOf(await ask(changed))).toEqual(REFUSED)
})

it("only this server's pages and the listed sites get a token, which no cache stores", async () => {
  const name = { workspace_id: mine.workspaceId }
  for (const origin of [undefined, STRANGER, 'null'])
    expect(await outcomeOf(await post('token', name, origin === undefined ? {} : { origin }))).toEqual(OTHER_SITE)
  expect((await ask(await fetchToken(mine, { origin: LISTED }), { origin: LISTED })).status).toBe(200)
  const response = await post('token', name, { origin: OWN })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect((await post('token', {}, { origin: OWN })).status).toBe(400)
  expect((await post('token', { subdomain: 'nobody-has-this' }, { origin: OWN })).status).toBe(404)
  expect(await outcomeOf(await ask(await fetchToken(mine), { origin: STRANGER }))).toEqual(OTHER_SITE)
})

it.each([
  ['opened by a person', { 'sec-fetch-dest': 'document' }, [200, undefined]],
  ['opened by a browser without these headers', {}, [200, undefined]],
  ['loaded as an image', { 'sec-fetch-dest': 'image' }, OTHER_SITE],
  ['loaded into a frame', { 'sec-fetch-dest': 'iframe' }, OTHER_SITE],
  ['prefetched', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }, OTHER_SITE],
])('the page without JavaScript asks without a token: %s', async (_, headers: Record<string, string>, outcome) => {
  expect(await outcomeOf(await fetch(`${url}/page`, { headers }))).toEqual(outcome)
})

it('only listed origins may read an answer across origins', async () => {
  const search = (origin: string) =>
    fetch(`${url}/api/public/search?workspace_id=${mine.workspaceId}&q=mine`, { headers: { origin } })
  const listed = await search(LISTED)
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, LISTED])
  expect(listed.headers.get('vary')).toContain('Origin')
  const stranger = await search(STRANGER)
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  expect(await outcomeOf(stranger)).toEqual(OTHER_SITE)
})
