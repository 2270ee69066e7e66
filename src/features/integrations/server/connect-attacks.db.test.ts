// Attacks on the OAuth callback, and accidental misuse.
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

/** Number of access tokens that Notion issued for codes: none for a rejected callback. */
const exchanged = () => notion.counters.exchanged

describe('the OAuth callback is refused', () => {
  const refused = (error: string) => ({ status: 303, location: `${RETURN}?error=${error}` })

  test('after consent was denied', async () => {
    const owner = await app.tenant('Woven')
    const { state, browser } = await leave(app, owner)
    expect(
      await returnFromProvider(app, { error: 'access_denied', state }, `${owner.cookie}; ${browser}`),
    ).toMatchObject(refused('denied'))
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
      const { state, redirectUri } = await leave(app, owner)
      expect(await returnFromProvider(app, { code: notion.newCode(redirectUri), state }, cookie)).toMatchObject(
        refused('state'),
      )
    }
    expect(exchanged()).toBe(before)
  })

  test('for another user in the same browser, so that an attacker’s account is not connected to a victim’s workspace', async () => {
    const attacker = await app.tenant('Attacker')
    const victim = await app.tenant('Victim')
    const before = exchanged()
    const { state, redirectUri, browser } = await leave(app, attacker)
    const code = notion.newCode(redirectUri)
    expect(await returnFromProvider(app, { code, state }, `${victim.cookie}; ${browser}`)).toMatchObject(
      refused('state'),
    )
    expect(exchanged()).toBe(before)
    expect((await (await integrationTenant(app, victim)).integration()).account_name).toBe('')
  })

  test('when used a second time', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(app, owner)
    const cookie = `${owner.cookie}; ${browser}`
    expect((await returnFromProvider(app, { code: notion.newCode(redirectUri), state }, cookie)).location).toContain(
      'connected=',
    )
    const before = exchanged()
    expect(await returnFromProvider(app, { code: notion.newCode(redirectUri), state }, cookie)).toMatchObject(
      refused('state'),
    )
    expect(exchanged()).toBe(before)
  })

  test('when used again after a refusal, and for one of two simultaneous callbacks', async () => {
    const owner = await app.tenant('Woven')
    const first = await leave(app, owner)
    expect(await returnFromProvider(app, { code: 'x', state: first.state }, owner.cookie)).toMatchObject(
      refused('state'),
    )
    const cookie = `${owner.cookie}; ${first.browser}`
    expect(
      await returnFromProvider(app, { code: notion.newCode(first.redirectUri), state: first.state }, cookie),
    ).toMatchObject(refused('state'))
    const both = await leave(app, owner)
    const mine = `${owner.cookie}; ${both.browser}`
    const answers = await Promise.all(
      [1, 2].map(() => returnFromProvider(app, { code: notion.newCode(both.redirectUri), state: both.state }, mine)),
    )
    expect(answers.map(({ location }) => location?.includes('connected=')).sort()).toEqual([false, true])
  })

  test('after ten minutes', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(app, owner)
    const mine = `workspace_id = '${owner.workspaceId}'`
    const [row] = (await app.rows(
      `select extract(epoch from expires_at - now())::int as seconds from oauth_states where ${mine}`,
    )) as { seconds: number }[]
    expect(row?.seconds).toBeGreaterThan(540)
    expect(row?.seconds).toBeLessThanOrEqual(600)
    await app.rows(`update oauth_states set expires_at = expires_at - interval '10 minutes' where ${mine}`)
    const code = notion.newCode(redirectUri)
    expect(await returnFromProvider(app, { code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(
      refused('state'),
    )
  })

  test('with a state that is forged, altered, or from another provider', async () => {
    const owner = await app.tenant('Woven')
    const before = exchanged()
    for (const alter of [
      () => '',
      () => 'A'.repeat(43),
      (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`,
      (state: string) => `${state} `,
    ]) {
      const { state, redirectUri, browser } = await leave(app, owner)
      const code = notion.newCode(redirectUri)
      expect(await returnFromProvider(app, { code, state: alter(state) }, `${owner.cookie}; ${browser}`)).toMatchObject(
        refused('state'),
      )
    }
    const { state, redirectUri, browser } = await leave(app, owner)
    const code = notion.newCode(redirectUri)
    for (const type of ['google-drive', 'evil'])
      expect(await returnFromProvider(app, { code, state }, `${owner.cookie}; ${browser}`, type)).toMatchObject(
        refused('state'),
      )
    expect(exchanged()).toBe(before)
  })

  test('with an expired code, or a code for another redirect', async () => {
    const owner = await app.tenant('Woven')
    for (const code of ['made-up', notion.newCode('https://evil.example/callback')]) {
      const { state, browser } = await leave(app, owner)
      expect(await returnFromProvider(app, { code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(
        refused('code'),
      )
    }
  })

  test('for a user who is no longer an owner', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(app, owner)
    await app.rows(
      `update workspace_members set role = 'member' where workspace_id = '${owner.workspaceId}' and role = 'owner'`,
    )
    const code = notion.newCode(redirectUri)
    expect(await returnFromProvider(app, { code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(
      refused('not_allowed'),
    )
  })

  test('while Notion is unavailable', async () => {
    const owner = await app.tenant('Woven')
    const { state, redirectUri, browser } = await leave(app, owner)
    notion.failNext(1, 500, ({ path }) => path === '/v1/oauth/token')
    const code = notion.newCode(redirectUri)
    expect(await returnFromProvider(app, { code, state }, `${owner.cookie}; ${browser}`)).toMatchObject(
      refused('unavailable'),
    )
    notion.recover()
  })

  test('without repeating the request in its response', async () => {
    const owner = await app.tenant('Woven')
    const { state, browser } = await leave(app, owner)
    const error = '"><script>alert(1)</script>\r\nset-cookie: a=b'
    const { location, headers } = await returnFromProvider(
      app,
      { error, error_description: error, state, return_url: 'https://evil.example' },
      `${owner.cookie}; ${browser}`,
    )
    expect(location).toBe(`${RETURN}?error=denied`)
    expect(headers.get('set-cookie')).toBeNull()
  })
})
