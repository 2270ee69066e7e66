// Rotation of the instance's secret key: data signed or encrypted with the previous key is readable while that key is
// configured. `keys:renew` writes it with the new key, after which the previous one can be removed.
import { beforeAll, describe, expect, it } from 'vitest'
import { createEventStream } from '../src/wire/event-stream.ts'
import { operatorHandlers, readOperatorArguments } from '../src/wire/operator.ts'
import { join, visit } from './support/accounts/account-client.ts'
import { newOwner, tokenOf } from './support/accounts/teams.ts'
import { nextTotp, totp } from './support/accounts/totp.ts'
import { createTestApp, ENTERED_TOKEN, type Tenant, type TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'
import { startNotion } from './support/notion/notion-server.ts'

const FIRST = 'the first key of this instance long enough'
const SECOND = 'the second key of this instance long enough'

let before: TestApp
let during: TestApp
let stranger: TestApp
let env: Record<string, string>

beforeAll(async () => {
  const notion = await startNotion()
  atEnd(notion.stop)
  notion.internalToken(ENTERED_TOKEN)
  env = { ...notion.env, BILLING: 'off' }
  before = await createTestApp({ ...env, SECRET_KEY: FIRST })
  const { db } = before.core
  during = await createTestApp({ ...env, SECRET_KEY: SECOND, SECRET_KEY_PREVIOUS: FIRST }, { db })
  stranger = await createTestApp({ ...env, SECRET_KEY: SECOND }, { db })
})

async function withTwoFactor(app: TestApp) {
  const person = await join(app)
  const started = await person.client.accounts.twoFactor.start({ password: person.password })
  await person.client.accounts.twoFactor.confirm({ code: totp(started.secret) })
  return { ...person, ...started }
}

/** The same browser, at another node. */
function elsewhere(app: TestApp, person: { cookies: Map<string, string> }) {
  const visitor = visit(app)
  for (const [name, value] of person.cookies) visitor.cookies.set(name, value)
  return visitor
}

const browse = (app: TestApp, tenant: Tenant) =>
  app.rpc(
    'integrations/browse',
    { id: tenant.ids.integration },
    { cookie: tenant.cookie, workspaceId: tenant.workspaceId },
  )

describe('with the previous key configured', () => {
  it('sessions continue, and are signed with the new key when they are next saved', async () => {
    const person = await join(before)
    const same = elsewhere(during, person)
    expect(await same.client.accounts.me()).toMatchObject({ email: person.email })
    const listening = await createEventStream(during.core.services, during.core.accounts.auth).request('/api/events', {
      headers: { cookie: same.cookie() },
    })
    expect(listening.status).toBe(200)
    await listening.body?.cancel()
    await same.client.accounts.changePassword({ current_password: person.password, password: 'woven-thread-8' })
    await same.client.accounts.signOut()
    await same.client.accounts.signIn({ email: person.email, password: 'woven-thread-8' })
    expect(await elsewhere(stranger, same).client.accounts.me()).toMatchObject({ email: person.email })
    expect(await elsewhere(stranger, person).client.accounts.me(), 'the earlier key is not named there').toBeNull()
  })

  it('a cookie signed with another key gives no access', async () => {
    const person = await join(before)
    for (const [name, value] of person.cookies) {
      const text = decodeURIComponent(value)
      for (const forged of [
        text.slice(0, -2) + (text.endsWith('A=') ? 'B=' : 'A='),
        text.split('.')[0],
        `${text}x`,
        '%',
      ]) {
        const attacker = visit(during)
        attacker.cookies.set(name, encodeURIComponent(forged ?? ''))
        expect(await attacker.client.accounts.me()).toBeNull()
      }
    }
  })

  it('authenticator and recovery codes are required and accepted', async () => {
    const person = await withTwoFactor(before)
    for (const code of [nextTotp(person.secret), person.recovery_codes[0] ?? '']) {
      const visitor = visit(during)
      expect(await visitor.client.accounts.signIn(person)).toEqual({ signed_in: false })
      await visitor.client.accounts.signInWithCode({ code })
      expect(await visitor.client.accounts.me()).toMatchObject({ email: person.email })
    }
  })

  it('mailed links stay valid', async () => {
    const owner = await newOwner(before, 'Links')
    const guest = await join(before)
    const invitation = await owner.call<{ id: string }>('team/invitations/send', { email: guest.email })
    const token = tokenOf(before, invitation)
    const same = elsewhere(during, guest)
    expect(
      await elsewhere(stranger, guest)
        .client.team.invitation.read({ token })
        .catch(() => 'refused'),
    ).not.toMatchObject({
      state: 'open',
    })
    expect(await same.client.team.invitation.read({ token })).toMatchObject({ state: 'open' })
    await same.client.team.invitation.accept({ token })
  })

  it('stored tokens can be read', async () => {
    const tenant = await before.tenant('Tokens')
    expect(await browse(during, tenant)).toMatchObject({ status: 200 })
  })
})

describe('keys:renew', () => {
  const renew = (app: TestApp) =>
    operatorHandlers['keys:renew']?.(app.core, readOperatorArguments('keys:renew', [])) as Promise<
      Record<'two_factor' | 'integrations', { renewed: number; unreadable: number }>
    >

  it('encrypts everything with the new key, so that the previous one can be removed', async () => {
    const person = await withTwoFactor(before)
    const tenant = await before.tenant('Renewed')
    const sealed = async () => {
      const [row] = (await before.rows(
        `select credentials, is_active from integrations where id = '${tenant.ids.integration}'`,
      )) as { credentials: string | null; is_active: boolean }[]
      return row
    }
    const old = await sealed()
    const outcome = await renew(during)
    expect(outcome.two_factor.renewed).toBeGreaterThan(0)
    expect(outcome.two_factor.unreadable).toBe(0)
    expect(outcome.integrations.renewed).toBeGreaterThan(0)
    expect(outcome.integrations.unreadable).toBe(0)
    expect((await sealed())?.credentials).not.toBe(old?.credentials)

    const visitor = visit(stranger)
    expect(await visitor.client.accounts.signIn(person)).toEqual({ signed_in: false })
    await visitor.client.accounts.signInWithCode({ code: person.recovery_codes[1] ?? '' })
    const cookie = visitor.cookie()
    expect(await visitor.client.accounts.me()).toMatchObject({ email: person.email })
    expect(cookie).not.toBe('')
    const owner = visit(stranger)
    await owner.client.accounts.signIn({ email: tenant.email, password: tenant.password })
    expect(await browse(stranger, { ...tenant, cookie: owner.cookie() })).toMatchObject({ status: 200 })
  })

  it('reports values that it cannot read, and keeps them', async () => {
    await withTwoFactor(before)
    await before.tenant('Unreadable')
    const outcome = await renew(stranger)
    expect(outcome.two_factor.unreadable).toBe(1)
    expect(outcome.integrations.unreadable).toBe(1)
    expect(await renew(during)).toMatchObject({ two_factor: { unreadable: 0 }, integrations: { unreadable: 0 } })
  })

  it('accepts no arguments', () => expect(() => readOperatorArguments('keys:renew', ['now'])).toThrow())
})
