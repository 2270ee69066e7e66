// Requests of assistants that must not get access: registrations, authorizations and codes. One test for each check, so
// that removing a check fails its test.
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { assistantRequest } from '../../../../../tests/support/mcp/assistant-request.ts'

const app = await createTestApp({ BILLING: 'off' })
const tenant = await app.tenant('Weavers')
afterEach(() => void vi.useRealTimers())

const post = async (path: string, body: string, type: string) => {
  const request = new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  const response = await app.fetch(request)
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const register = (redirect_uri: string) =>
  post(
    '/oauth/register',
    JSON.stringify({ client_name: 'Assistant', redirect_uris: [redirect_uri] }),
    'application/json',
  )
const exchange = (fields: Record<string, string>) =>
  post('/oauth/token', new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')

const connections = () => app.rows(`select id from api_keys where renewable_until is not null`)

type Authorization = Awaited<ReturnType<typeof assistantRequest>>

const authorize = (request: Authorization) =>
  app.rpc(
    'mcp/allowConnection',
    { request, scope: 'write', password: tenant.password },
    { cookie: tenant.cookie, workspaceId: tenant.workspaceId },
  )

/** The exchange of a code that an owner has just granted. */
async function grantedCode() {
  const code_verifier = randomBytes(32).toString('base64url')
  const request = await assistantRequest(app, createHash('sha256').update(code_verifier).digest('base64url'))
  const { redirect_url } = ((await authorize(request)).body as { json: { redirect_url: string } }).json
  const { client_id, redirect_uri } = request
  const code = new URL(redirect_url).searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier }
}

describe('a registration', () => {
  it.each(['http://evil.example/', 'javascript:alert(1)', 'https://user@evil.example/', 'https://x.example/#a'])(
    'is refused for %s',
    async (address) => {
      expect(await register(address)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
    },
  )
})

describe('an authorization', () => {
  const problemOf = async (changed: Partial<Authorization>) => {
    const request = { ...(await assistantRequest(app)), ...changed }
    const reply = await app.rpc('mcp/readConnection', request, { cookie: tenant.cookie })
    const { problem_url } = (reply.body as { json: { problem_url: string | null } }).json
    return [problem_url && new URL(problem_url).searchParams.get('error'), (await authorize(request)).status]
  }

  it('is granted when it is complete', async () => {
    expect(await problemOf({})).toEqual([null, 200])
  })

  it.each([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['for another server', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for the REST API of this server', { resource: 'http://localhost:3000/api/v1' }, 'invalid_target'],
    ['of a token in place of a code', { response_type: 'token' }, 'unsupported_response_type'],
  ])('is refused %s', async (_, changed, error) => {
    expect(await problemOf(changed)).toEqual([error, 400])
  })

  it.each([
    ['an address that is not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['another path on the own machine', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['an unknown client', { client_id: 'invented' }],
  ])('is refused for %s', async (_, changed) => {
    const reply = await authorize({ ...(await assistantRequest(app)), ...changed })
    expect(reply).toMatchObject({ status: 400, body: { json: { data: { code: 'mcp.unknown_client' } } } })
  })
})

describe('a code', () => {
  const refused = { status: 400, body: { error: 'invalid_grant' } }

  it('is exchanged for tokens once; a second exchange revokes them', async () => {
    const request = await grantedCode()
    expect(await exchange(request)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
    expect(await connections()).toHaveLength(1)
    expect(await exchange(request)).toMatchObject(refused)
    expect(await connections()).toEqual([])
  })

  it('is refused with the verifier of another request', async () => {
    expect(await exchange({ ...(await grantedCode()), code_verifier: 'v'.repeat(43) })).toMatchObject(refused)
  })

  it('is refused with another address, even on the same machine', async () => {
    const redirect_uri = 'http://127.0.0.1:33419/callback'
    expect(await exchange({ ...(await grantedCode()), redirect_uri })).toMatchObject(refused)
  })

  it('is refused for another client', async () => {
    const { client_id } = await assistantRequest(app)
    expect(await exchange({ ...(await grantedCode()), client_id })).toMatchObject(refused)
  })

  it('is refused after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 })
    const old = await grantedCode()
    vi.useRealTimers()
    expect(await exchange(old)).toMatchObject(refused)
  })

  it('is refused when the person is no longer an owner', async () => {
    const request = await grantedCode()
    const role = (to: string) =>
      app.rows(`update workspace_members set role = '${to}' where workspace_id = '${tenant.workspaceId}'
        and user_id = (select id from users where email = '${tenant.email}')`)
    await role('member')
    expect(await exchange(request)).toMatchObject(refused)
    await role('owner')
    expect(await connections()).toEqual([])
  })
})
