// Connecting by OAuth, and what attackers try with it.
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../../tests/support/database.ts'
import { integrationTenant } from '../../../../tests/support/integration-tenant.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion-server.ts'
import { createTestApp, type Tenant, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let notion: NotionServer
const RETURN = '/dashboard/integrations'

beforeAll(async () => {
  notion = await startNotion()
  atEnd(notion.stop)
  app = await createTestApp(notion.env)
})

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Leaves for Notion. @returns where to, and what the browser then holds besides its session */
async function leave(tenant: Tenant, cookie = tenant.cookie) {
  const answer = await app.rpc(
    'integrations/connect',
    { type: 'notion', return_url: `${app.core.config.appUrl.origin}${RETURN}?tab=available` },
    { cookie, workspaceId: tenant.workspaceId },
  )
  expect(answer.status).toBe(200)
  const { auth_url } = (answer.body as { json: { auth_url: string } }).json
  const url = new URL(auth_url)
  const redirectUri = url.searchParams.get('redirect_uri') ?? ''
  const browser = cookiesOf(answer.headers)
  return {
    url,
    state: url.searchParams.get('state') ?? '',
    redirectUri,
    browser,
    setCookie: answer.headers.getSetCookie(),
  }
}

/** Comes back from Notion. @returns where the browser is sent */
async function comeBack(params: Record<string, string>, cookie: string, type = 'notion') {
  const answer = await app.fetch(
    new Request(`http://localhost/api/integrations/callback/${type}?${new URLSearchParams(params)}`, {
      headers: { cookie },
    }),
  )
  return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers }
}

/** How many access tokens Notion has given for codes: none for whoever did not get through. */
const exchanged = () => notion.counters.exchanged

describe('connecting', () => {
  test('leads to Notion and back, and the first import begins', async () => {
    const owner = await app.tenant('Woven')
    const tenant = await integrationTenant(app, owner)
    const { url, state, redirectUri, browser, setCookie } = await leave(owner)
    expect(url.origin + url.pathname).toBe(`${notion.url}/v1/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'notion-client',
      response_type: 'code',
      owner: 'user',
      redirect_uri: `${app.core.config.appUrl.origin}/api/integrations/callback/notion`,
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    expect(setCookie[0]).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const back = await comeBack({ code: notion.newCode(redirectUri), state }, `${owner.cookie}; ${browser}`)
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

  test('keeps the tokens encrypted, for this row alone, and gives them to nobody', async () => {
    const owner = await app.tenant('Woven')
    const tenant = await integrationTenant(app, owner)
    const token = notion.internalToken()
    await tenant.call('integrations/connectWithToken', { type: 'notion', token })
    const { id } = await tenant.integration()
    const [row] = (await app.rows(`select * from integrations where id = '${id}'`)) as Record<string, string>[]
    expect(row?.credentials).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await tenant.call('integrations/list'))).not.toContain(token)
    // Somebody who can write to the table moves them to a workspace of their own.
    const thief = await integrationTenant(app)
    const stolen = await thief.integration()
    await app.rows(`update integrations set credentials = '${row?.credentials}' where id = '${stolen.id}'`)
    notion.calls.length = 0
    expect(await thief.rpc('integrations/browse', { id: stolen.id })).toMatchObject({
      status: 409,
      body: { json: { data: { code: 'integration.access_ended' } } },
    })
    expect(notion.calls).toEqual([])
  })

  test('two tabs of a browser may both be on their way', async () => {
    const owner = await app.tenant('Woven')
    const first = await leave(owner)
    const second = await leave(owner, `${owner.cookie}; ${first.browser}`)
    expect(second.browser).toBe(first.browser)
    for (const { state, redirectUri } of [first, second])
      expect(
        (await comeBack({ code: notion.newCode(redirectUri), state }, `${owner.cookie}; ${first.browser}`)).location,
      ).toContain('connected=')
  })

  test('a token that Notion does not know is refused at its field, and nothing changes', async () => {
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

  test('where the operator has not set it up, says what is missing', async () => {
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
              'Signing in at Notion is not set up on this server. Its operator must set NOTION_CLIENT_ID and NOTION_CLIENT_SECRET.',
          },
        },
      },
    })
  })
})

describe('coming back is refused', () => {
  const refused = (error: string) => ({ status: 303, location: `${RETURN}?error=${error}` })

  test('when consent was denied', async () => {
    const owner = await app.tenant('Woven')
    const { state, browser } = await leave(owner)
    expect(await comeBack({ error: 'access_denied', state }, `${owner.cookie}; ${browser}`)).toMatchObject(
      refused('denied'),
    )
  })

  test('in another browser, with the same session or without any', async () => {
    const owner = await app.tenant('Woven')
    const before = exchanged()
    for (const cookie of [
      owner.cookie,
      '',
      `${owner.cookie}; answerloom-connect=${'A'.repeat(43)}`,
      `${owner.cookie}; answerloom-connect=`,
    ]) {
      const { state, redirectUri } = await leave(owner)
      expect(await comeBack({ code: notion.newCode(redirectUri), state }, cookie)).toMatchObject(refused('state'))
    }
    expect(exchanged()).toBe(before)
  })

  test('to another person in the same browser: an attacker’s account is not put into a victim’s workspace', async () => {
    const attacker = await app.tenant('Attacker')
    const victim = await app.tenant('Victim')
    const before = exchanged()
    const { state, redirectUri, browser } = await leave(attacker)
    const code = notion.newCode(redirectUri)
    expect(await comeBack({ code, state }, `${victim.cookie}; ${browser}`)).toMatchObject(refused('state'))
    expect(exchanged()).toBe(before)
    expect((await (await integrationTenant(app, victim)).integration()).account_name).toBe('')
  })

  test('a second time', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(owner)
    const cookie = `${owner.cookie}; ${browser}`
    expect((await comeBack({ code: notion.newCode(redirectUri), state }, cookie)).location).toContain('connected=')
    const before = exchanged()
    expect(await comeBack({ code: notion.newCode(redirectUri), state }, cookie)).toMatchObject(refused('state'))
    expect(exchanged()).toBe(before)
  })

  test('a second time also where the first was refused, and when both come at once', async () => {
    const owner = await app.tenant('Woven')
    const first = await leave(owner)
    expect(await comeBack({ code: 'x', state: first.state }, owner.cookie)).toMatchObject(refused('state'))
    const cookie = `${owner.cookie}; ${first.browser}`
    expect(await comeBack({ code: notion.newCode(first.redirectUri), state: first.state }, cookie)).toMatchObject(
      refused('state'),
    )
    const both = await leave(owner)
    const mine = `${owner.cookie}; ${both.browser}`
    const answers = await Promise.all(
      [1, 2].map(() => comeBack({ code: notion.newCode(both.redirectUri), state: both.state }, mine)),
    )
    expect(answers.map(({ location }) => location?.includes('connected=')).sort()).toEqual([false, true])
  })

  test('after ten minutes', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(owner)
    const mine = `workspace_id = '${owner.workspaceId}'`
    const [row] = (await app.rows(
      `select extract(epoch from expires_at - now())::int as seconds from oauth_states where ${mine}`,
    )) as { seconds: number }[]
    expect(row?.seconds).toBeGreaterThan(540)
    expect(row?.seconds).toBeLessThanOrEqual(600)
    await app.rows(`update oauth_states set expires_at = expires_at - interval '10 minutes' where ${mine}`)
    const code = notion.newCode(redirectUri)
    expect(await comeBack({ code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(refused('state'))
  })

  test('with a state that was made up, altered, or of another provider', async () => {
    const owner = await app.tenant('Woven')
    const before = exchanged()
    for (const alter of [
      () => '',
      () => 'A'.repeat(43),
      (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`,
      (state: string) => `${state} `,
    ]) {
      const { state, redirectUri, browser } = await leave(owner)
      const code = notion.newCode(redirectUri)
      expect(await comeBack({ code, state: alter(state) }, `${owner.cookie}; ${browser}`)).toMatchObject(
        refused('state'),
      )
    }
    const { state, redirectUri, browser } = await leave(owner)
    const code = notion.newCode(redirectUri)
    for (const type of ['google-drive', 'evil'])
      expect(await comeBack({ code, state }, `${owner.cookie}; ${browser}`, type)).toMatchObject(refused('state'))
    expect(exchanged()).toBe(before)
  })

  test('with a code that is over, or of somebody else’s redirect', async () => {
    const owner = await app.tenant('Woven')
    for (const code of ['made-up', notion.newCode('https://evil.example/callback')]) {
      const { state, browser } = await leave(owner)
      expect(await comeBack({ code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(refused('code'))
    }
  })

  test('to somebody who is no owner any more', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(owner)
    await app.rows(
      `update workspace_members set role = 'member' where workspace_id = '${owner.workspaceId}' and role = 'owner'`,
    )
    const code = notion.newCode(redirectUri)
    expect(await comeBack({ code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(refused('not_allowed'))
  })

  test('while Notion is down', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(owner)
    notion.failNext(1, 500, ({ path }) => path === '/v1/oauth/token')
    const code = notion.newCode(redirectUri)
    expect(await comeBack({ code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(refused('unavailable'))
    notion.recover()
  })

  test('and nothing of the request is in the answer', async () => {
    const owner = await app.tenant('Woven')
    const { state, browser } = await leave(owner)
    const error = '"><script>alert(1)</script>\r\nset-cookie: a=b'
    const { location, headers } = await comeBack(
      { error, error_description: error, state, return_url: 'https://evil.example' },
      `${owner.cookie}; ${browser}`,
    )
    expect(location).toBe(`${RETURN}?error=denied`)
    expect(headers.get('set-cookie')).toBeNull()
  })
})

test('only our own pages can be returned to', async () => {
  const tenant = await integrationTenant(app)
  for (const return_url of ['https://evil.example/dashboard/integrations', '//evil.example', 'javascript:alert(1)'])
    expect(await tenant.rpc('integrations/connect', { type: 'notion', return_url })).toMatchObject({
      status: 400,
      body: { json: { data: { code: 'integration.return_url' } } },
    })
})
