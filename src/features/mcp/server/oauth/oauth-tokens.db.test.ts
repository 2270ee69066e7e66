// The life of an assistant's tokens: they work for an hour, are exchanged by the protocol's own client, and end for good
// when a refresh token is used twice.
import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { atEnd } from '../../../../../tests/support/database/database.ts'
import { assistantRequest } from '../../../../../tests/support/mcp/assistant-request.ts'
import { freePort } from '../../../../../tests/support/network/free-port.ts'
import { createMetrics, startHttp } from '../../../../platform/http/index.ts'
import { silentLogger } from '../../../../platform/log/index.ts'

let app: TestApp
let url: string
let tenant: Tenant

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  app = await createTestApp({ BILLING: 'off', APP_URL: url })
  const server = await startHttp(app.http, { host: '127.0.0.1', port, log: silentLogger, metrics: createMetrics() })
  atEnd(server.close)
  tenant = await app.tenant('Weavers')
})

interface Granted extends OAuthTokens {
  client_id: string
}

const requestTokens = async (fields: Record<string, string>) => {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, body: (await response.json()) as OAuthTokens & { error?: string } }
}

/** Tokens of an assistant that an owner has admitted. */
async function grant(): Promise<Granted> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const request = { ...(await assistantRequest(app, challenge)), resource: `${url}/mcp` }
  const allowed = await app.rpc(
    'mcp/allowConnection',
    { request, scope: 'write', password: tenant.password },
    { cookie: tenant.cookie, workspaceId: tenant.workspaceId },
  )
  const { redirect_url } = (allowed.body as { json: { redirect_url: string } }).json
  const { client_id, redirect_uri } = request
  const code = new URL(redirect_url).searchParams.get('code') ?? ''
  const { status, body } = await requestTokens({
    grant_type: 'authorization_code',
    ...{ code, client_id, redirect_uri, code_verifier: verifier },
  })
  expect(status).toBe(200)
  return { ...body, client_id }
}

const refresh = ({ refresh_token = '', client_id }: Granted) =>
  requestTokens({ grant_type: 'refresh_token', refresh_token, client_id })

const statusOf = async ({ access_token }: OAuthTokens) =>
  (await fetch(`${url}/api/v1/faqs`, { headers: { authorization: `Bearer ${access_token}` } })).status

const keys = `workspace_id = (select id from workspaces where subdomain = 'weavers') and renewable_until is not null`
const expire = (column: string) => app.rows(`update api_keys set ${column} = now() - interval '1 second' where ${keys}`)
const connections = () => app.rows(`select id from api_keys where ${keys}`)

it('an MCP client renews its access automatically after it has expired', async () => {
  const { client_id, ...granted } = await grant()
  expect(granted).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
  let tokens: OAuthTokens = granted
  const authProvider = {
    redirectUrl: 'http://127.0.0.1:33418/callback',
    clientMetadata: { redirect_uris: ['http://127.0.0.1:33418/callback'] },
    clientInformation: (): OAuthClientInformationMixed => ({ client_id }),
    tokens: () => tokens,
    saveTokens: (given: OAuthTokens) => {
      tokens = given
    },
    redirectToAuthorization: () => {
      throw new Error('The owner was asked again.')
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
  }
  const client = new Client({ name: 'loom-helper', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider }))
  await client.callTool({ name: 'list_faqs', arguments: {} })
  expect(tokens).toBe(granted)

  await expire('expires_at')
  const result = await client.callTool({ name: 'list_faqs', arguments: {} })
  expect(result.isError ?? false).toBe(false)
  expect(tokens.access_token).not.toBe(granted.access_token)
  expect(tokens.refresh_token).not.toBe(granted.refresh_token)
  expect([await statusOf(granted), await statusOf(tokens)]).toEqual([401, 200])
  // The owner sees one key as before, with the day on which the access ends unless it is used.
  const listed = await app.rpc(
    'workspaces/apiKeys/list',
    {},
    { cookie: tenant.cookie, workspaceId: tenant.workspaceId },
  )
  const { items } = (listed.body as { json: { items: { name: string; expires_at: string | null }[] } }).json
  const shown = items.filter(({ name }) => name === 'Assistant (MCP)')
  expect(shown).toHaveLength(1)
  const days = (Date.parse(shown[0]?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  await client.close()
  await app.rows(`delete from api_keys where ${keys}`)
})

it('using a refresh token twice ends the access of all clients', async () => {
  const first = await grant()
  const { status, body: second } = await refresh(first)
  expect(status).toBe(200)
  expect(await statusOf(second)).toBe(200)
  expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await statusOf(second)).toBe(401)
  expect(await refresh({ ...second, client_id: first.client_id })).toMatchObject({ status: 400 })
  expect(await connections()).toEqual([])
  const [entry] = await app.rows(
    `select details from audit_log where workspace_id = '${tenant.workspaceId}' and action = 'api_key.revoked'
     order by created_at desc limit 1`,
  )
  expect(entry).toMatchObject({ details: { reason: 'its refresh token was used twice' } })
})

it('tokens are issued for the MCP server of this instance only', async () => {
  const { refresh_token = '', client_id } = await grant()
  const renewal = { grant_type: 'refresh_token', refresh_token, client_id }
  expect(await requestTokens({ ...renewal, resource: 'https://elsewhere.example/mcp' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_target' },
  })
  expect((await requestTokens({ ...renewal, resource: `${url}/mcp` })).status).toBe(200)
  await app.rows(`delete from api_keys where ${keys}`)
})

it('only one of two simultaneous exchanges succeeds', async () => {
  const granted = await grant()
  const statuses = await Promise.all([refresh(granted), refresh(granted)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await connections()).toEqual([])
})

it('a refresh token is bound to its client, and expires after 30 days without use, after a year, or when the owner revokes the key', async () => {
  const granted = await grant()
  const { client_id } = await assistantRequest(app)
  const refused = { status: 400, body: { error: 'invalid_grant' } }
  expect(await refresh({ ...granted, client_id })).toMatchObject(refused)
  expect(await refresh({ ...granted, refresh_token: `${granted.refresh_token?.slice(0, -4)}AAAA` })).toMatchObject(
    refused,
  )
  expect(await statusOf(granted)).toBe(200)
  await expire('renewable_until')
  expect(await refresh(granted)).toMatchObject(refused)

  await app.rows(`delete from api_keys where ${keys}`)
  const old = await grant()
  await app.rows(`update api_keys set created_at = now() - interval '364 days 23 hours 59 minutes' where ${keys}`)
  const { body: last } = await refresh(old)
  expect(
    await app.rows(`select id from api_keys where ${keys} and renewable_until < now() + interval '1 hour'`),
  ).toHaveLength(1)
  await app.rows(`update api_keys set created_at = now() - interval '366 days' where ${keys}`)
  const { body: none } = await refresh({ ...last, client_id: old.client_id })
  expect(await statusOf(none)).toBe(401)

  await app.rows(`delete from api_keys where ${keys}`)
  const other = await grant()
  await app.rows(`delete from api_keys where ${keys}`)
  expect(await refresh(other)).toMatchObject(refused)
})
