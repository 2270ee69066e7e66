// An assistant gets access by OAuth: discovery, registration and exchange by the protocol's own client, consent by a
// person in a browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { newTenant, send, type Tenant } from '../support/network/http-client.ts'

/** The page of an assistant that receives the code, on the person's machine. */
interface Assistant {
  redirectUrl: string
  received: URLSearchParams[]
}

const test = base.extend<{ tenant: Tenant; assistant: Assistant }>({
  tenant: async ({ app }, use) => use(await newTenant(app)),
  assistant: async ({ browserName: _ }, use) => {
    const received: URLSearchParams[] = []
    const server = createServer(({ url = '/' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
      if (pathname === '/callback') received.push(searchParams)
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Connected</title>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({ redirectUrl: `http://127.0.0.1:${port}/callback`, received })
    server.close()
  },
})

/** A client without credentials, which remembers what it is given. */
function createAssistant(url: string, redirectUrl: string, scope?: string) {
  const kept: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    consent?: URL
    found?: OAuthDiscoveryState
  } = {}
  const authProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Loom Helper', redirect_uris: [redirectUrl], ...(scope && { scope }) },
    clientInformation: () => kept.client,
    saveClientInformation: (client: OAuthClientInformationMixed) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: OAuthTokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (consent: URL) => {
      kept.consent = consent
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (found: OAuthDiscoveryState) => {
      kept.found = found
    },
    discoveryState: () => kept.found,
  }
  const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider })
  return { kept, transport, client: () => new Client({ name: 'loom-helper', version: '1' }) }
}

async function signIn(page: Page, app: { url: string }, { cookie }: Tenant) {
  const [name = '', value = ''] = (cookie.split('; ')[0] ?? '').split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: app.url }])
}

test('an owner lets an assistant work on the workspace, and revokes the access', async ({
  page,
  app,
  tenant,
  assistant,
}) => {
  const url = `${app.url}/mcp`
  const { kept, transport, client } = createAssistant(url, assistant.redirectUrl)
  const first = transport()
  await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
  expect(kept.consent?.href).toContain(`${app.url}/connect?`)
  expect(kept.consent?.searchParams.get('code_challenge_method')).toBe('S256')

  await signIn(page, app, tenant)
  await page.goto(String(kept.consent))
  await expect(page.getByRole('heading', { name: 'Let “Loom Helper” work on Woven Goods?' })).toBeVisible()
  await expect(page.getByText(`The access goes to ${new URL(assistant.redirectUrl).host}.`)).toBeVisible()
  await checkScreen(page, 'connect an assistant', async () => {
    await page.goto(String(kept.consent))
    await expect(page.getByLabel('Your password')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Please enter your password.')).toBeVisible()
  await page.getByLabel('Your password').fill(tenant.password)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${assistant.redirectUrl}?**`)
  const answer = assistant.received.at(-1)
  expect(answer?.get('iss')).toBe(app.url)

  await first.finishAuth(answer ?? new URLSearchParams())
  expect(kept.tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
  const connected = client()
  await connected.connect(transport())
  const draft = { question: 'Do you repair looms?', answer: 'Yes.' }
  expect(await connected.callTool({ name: 'write_draft', arguments: draft })).not.toHaveProperty('isError', true)

  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const rpc = async (path: string, json: object = {}) =>
    ((await send(`${app.url}/api/rpc/${path}`, { body: { json }, headers })).body as { json: { items: Key[] } }).json
  const key = (await rpc('workspaces/apiKeys/list')).items.find(({ name }) => name === 'Loom Helper (MCP)')
  expect(key).toMatchObject({ scope: 'write' })

  // A code that is used twice was intercepted: nothing that came of it is valid any more.
  const again = {
    grant_type: 'authorization_code',
    code: answer?.get('code') ?? '',
    redirect_uri: assistant.redirectUrl,
    client_id: kept.client?.client_id ?? '',
    code_verifier: kept.verifier ?? '',
  }
  const exchanged = await exchange(app, again)
  expect(exchanged).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await rpc('workspaces/apiKeys/list')).items.map(({ name }) => name)).toEqual(['Tests'])
  await expect(connected.callTool({ name: 'list_faqs', arguments: {} })).rejects.toThrow()
})

interface Key {
  name: string
  scope: string
}

const exchange = (app: { url: string }, fields: Record<string, string>) =>
  send(`${app.url}/oauth/token`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('owners see the connected assistants in the settings, and revoke one', async ({
  page,
  app,
  tenant,
  assistant,
}) => {
  await signIn(page, app, tenant)
  await page.goto('/settings?tab=api')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Connected assistants' }) })
  await expect(card.getByText('No assistants connected')).toBeVisible()

  const { kept, transport, client } = createAssistant(`${app.url}/mcp`, assistant.redirectUrl)
  const first = transport()
  await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
  await page.goto(String(kept.consent))
  await page.getByText('Read only', { exact: true }).click()
  await page.getByLabel('Your password').fill(tenant.password)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${assistant.redirectUrl}?**`)
  await first.finishAuth(assistant.received.at(-1) ?? new URLSearchParams())
  await page.goto(`${app.url}/settings?tab=api`)
  const row = card.getByRole('listitem')
  await expect(row).toContainText(
    /Loom Helper \(MCP\).*Read only.*Connected by .+ · Never used · Expires in about 1 month/s,
  )
  await expect(page.getByRole('list', { name: 'API keys' })).not.toContainText('Loom Helper')
  await checkScreen(page, 'connected assistants', async () => {
    await page.goto(`${app.url}/settings?tab=api`)
    await expect(row).toBeVisible()
  })

  const connected = client()
  await connected.connect(transport())
  const work = () => connected.callTool({ name: 'list_faqs', arguments: {} })
  expect(await work()).not.toHaveProperty('isError', true)
  await page.reload()
  await expect(row).toContainText('Last used')
  await card.getByRole('button', { name: 'Revoke Loom Helper (MCP)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(card.getByText('No assistants connected')).toBeVisible()
  // The client tries to renew its access, and is refused.
  await expect(work()).rejects.toThrow()
  const renewal = { grant_type: 'refresh_token', refresh_token: kept.tokens?.refresh_token ?? '' }
  expect(await exchange(app, { ...renewal, client_id: kept.client?.client_id ?? '' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
})

test('a code is valid for its client, its address and its verifier', async ({ page, app, tenant, assistant }) => {
  const { kept, transport, client } = createAssistant(`${app.url}/mcp`, assistant.redirectUrl, 'read')
  await expect(client().connect(transport())).rejects.toThrow(UnauthorizedError)
  await signIn(page, app, tenant)
  await page.goto(String(kept.consent))
  await page.getByLabel('Your password').fill(tenant.password)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${assistant.redirectUrl}?**`)

  const right = {
    grant_type: 'authorization_code',
    code: assistant.received.at(-1)?.get('code') ?? '',
    redirect_uri: assistant.redirectUrl,
    client_id: kept.client?.client_id ?? '',
    code_verifier: kept.verifier ?? '',
  }
  const registered = await send(`${app.url}/oauth/register`, { body: { redirect_uris: [assistant.redirectUrl] } })
  const { client_id: other } = registered.body as { client_id: string }
  for (const [field, value] of [
    ['client_id', other],
    ['redirect_uri', `${assistant.redirectUrl}/other`],
    ['code_verifier', 'v'.repeat(43)],
    ['code', `${right.code.slice(0, -4)}AAAA`],
  ] as const)
    expect(await exchange(app, { ...right, [field]: value }), field).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  expect(await exchange(app, { ...right, grant_type: 'password' })).toMatchObject({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  })
  const granted = await exchange(app, right)
  expect(granted).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  expect(granted.headers.get('cache-control')).toBe('no-store')
})

test('invalid requests are redirected with an error, and those of unknown assistants are not', async ({
  page,
  app,
  tenant,
  assistant,
}) => {
  const registered = await send(`${app.url}/oauth/register`, {
    body: { client_name: 'Loom Helper', redirect_uris: [assistant.redirectUrl] },
  })
  expect(registered.status).toBe(201)
  const { client_id } = registered.body as { client_id: string }
  expect(await send(`${app.url}/oauth/register`, { body: { redirect_uris: ['http://evil.example/'] } })).toMatchObject({
    status: 400,
    body: { error: 'invalid_redirect_uri' },
  })
  await signIn(page, app, tenant)
  const open = (fields: Record<string, string>) => page.goto(`${app.url}/connect?${new URLSearchParams(fields)}`)
  const asked = { client_id, redirect_uri: assistant.redirectUrl, response_type: 'code', state: 'kept' }

  await open(asked)
  await page.waitForURL(`${assistant.redirectUrl}?**`)
  expect(Object.fromEntries(assistant.received.at(-1) ?? [])).toEqual({
    error: 'invalid_request',
    state: 'kept',
    iss: app.url,
  })
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  await open({ ...asked, ...pkce, resource: 'https://elsewhere.example/mcp' })
  await page.waitForURL(/error=invalid_target/)

  await open({ ...asked, ...pkce })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/error=access_denied/)

  await open({ ...asked, ...pkce, redirect_uri: 'https://evil.example/' })
  await expect(page.getByText('This assistant is not known here.')).toBeVisible()
  await page.goto(`${app.url}/connect`)
  await expect(page.getByRole('heading', { name: 'This address is incomplete' })).toBeVisible()
})

test('the discovery documents contain the endpoints, also for clients in browsers', async ({ app }) => {
  const refused = await send(`${app.url}/mcp`, { body: {} })
  expect(refused.status).toBe(401)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const at = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  const resource = await send(at, { headers: { origin: 'https://inspector.example' } })
  expect(resource.headers.get('access-control-allow-origin')).toBe('*')
  expect(resource.body).toMatchObject({ resource: `${app.url}/mcp`, authorization_servers: [app.url] })
  const server = await send(`${app.url}/.well-known/oauth-authorization-server`)
  expect(server.body).toMatchObject({
    issuer: app.url,
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  })
})
