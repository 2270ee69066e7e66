// Connecting by OAuth or with a token.
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { integrationTenant } from '../../../../tests/support/content/integration-tenant.ts'
import { atEnd } from '../../../../tests/support/database/database.ts'
import { leave, RETURN, returnFromProvider } from '../../../../tests/support/google/oauth-flow.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion/notion-server.ts'

let app: TestApp
let notion: NotionServer

beforeAll(async () => {
  notion = await startNotion()
  atEnd(notion.stop)
  app = await createTestApp(notion.env)
})

describe('connecting a service', () => {
  test('redirects to Notion and back, and starts the first import', async () => {
    const owner = await app.tenant('Woven')
    const tenant = await integrationTenant(app, owner)
    const { url, state, redirectUri, browser, setCookie } = await leave(app, owner)
    expect(url.origin + url.pathname).toBe(`${notion.url}/v1/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'notion-client',
      response_type: 'code',
      owner: 'user',
      redirect_uri: `${app.core.config.appUrl.origin}/api/integrations/callback/notion`,
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    expect(setCookie[0]).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const back = await returnFromProvider(
      app,
      { code: notion.newCode(redirectUri), state },
      `${owner.cookie}; ${browser}`,
    )
    const { id } = await tenant.integration()
    expect(back).toMatchObject({ status: 303, location: `${RETURN}?tab=connected&connected=${id}` })
    expect(back.headers.get('cache-control')).toBe('no-store')
    expect(await tenant.integration()).toMatchObject({
      is_active: true,
      account_name: 'Woven Notes',
      run: { state: 'queued' },
    })
    const { items } = await tenant.call<{ items: { action: string; subject: string }[] }>('workspaces/auditLog/list')
    expect(items[0]).toMatchObject({ action: 'integration.connected', subject: 'Notion' })
  })

  test('encrypts the tokens for this row, and never returns them', async () => {
    const owner = await app.tenant('Woven')
    const tenant = await integrationTenant(app, owner)
    const token = notion.internalToken()
    await tenant.call('integrations/connectWithToken', { type: 'notion', token })
    const { id } = await tenant.integration()
    const [row] = (await app.rows(`select * from integrations where id = '${id}'`)) as Record<string, string>[]
    expect(row?.credentials).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await tenant.call('integrations/list'))).not.toContain(token)
    // An attacker with write access to the table moves them to another workspace.
    const attacker = await integrationTenant(app)
    const stolen = await attacker.integration()
    await app.rows(`update integrations set credentials = '${row?.credentials}' where id = '${stolen.id}'`)
    notion.calls.length = 0
    expect(await attacker.rpc('integrations/browse', { id: stolen.id })).toMatchObject({
      status: 409,
      body: { json: { data: { code: 'integration.access_ended' } } },
    })
    expect(notion.calls).toEqual([])
  })

  test('works in two tabs of one browser at the same time', async () => {
    const owner = await app.tenant('Woven')
    const first = await leave(app, owner)
    const second = await leave(app, owner, `${owner.cookie}; ${first.browser}`)
    expect(second.browser).toBe(first.browser)
    for (const { state, redirectUri } of [first, second])
      expect(
        (
          await returnFromProvider(
            app,
            { code: notion.newCode(redirectUri), state },
            `${owner.cookie}; ${first.browser}`,
          )
        ).location,
      ).toContain('connected=')
  })

  test('shows an invalid Notion token at its field and changes nothing', async () => {
    const tenant = await integrationTenant(app)
    const before = await tenant.integration()
    expect(await tenant.rpc('integrations/connectWithToken', { type: 'notion', token: 'ntn_made_up' })).toMatchObject({
      status: 400,
      body: {
        json: {
          data: {
            code: 'integration.token',
            message: 'Notion does not accept this token.',
            details: { fields: [{ path: 'token' }] },
          },
        },
      },
    })
    expect(await tenant.integration()).toEqual(before)
  })

  test('names the missing configuration', async () => {
    const bare = await createTestApp({ NOTION_API_URL: notion.url })
    const tenant = await integrationTenant(bare)
    expect(await tenant.call('integrations/list')).toMatchObject({
      providers: expect.arrayContaining([
        { type: 'notion', oauth: false, token: true, missing: ['NOTION_CLIENT_ID', 'NOTION_CLIENT_SECRET'] },
      ]),
    })
    expect(await tenant.rpc('integrations/connect', { type: 'notion', return_url: RETURN })).toMatchObject({
      status: 409,
      body: {
        json: {
          data: {
            message:
              'Sign-in with Notion is not set up on this server. Its operator must set NOTION_CLIENT_ID and NOTION_CLIENT_SECRET.',
          },
        },
      },
    })
  })
})

test('only pages of this site are accepted as return addresses', async () => {
  const tenant = await integrationTenant(app)
  for (const return_url of ['https://evil.example/dashboard/integrations', '//evil.example', 'javascript:alert(1)'])
    expect(await tenant.rpc('integrations/connect', { type: 'notion', return_url })).toMatchObject({
      status: 400,
      body: { json: { data: { code: 'integration.return_url' } } },
    })
})
