// Signing in and up with Google, against a certified OpenID Connect server.
import { afterAll, describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { nextTotp, totp } from '../../../../../tests/support/accounts/totp.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { googleAccount, returnFromProvider, throughGoogle } from '../../../../../tests/support/google/google-visitor.ts'
import { startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'

const google = await startOpenidServer()
const app = await createTestApp(google.env, { work: true })
afterAll(() => google.close())

const through = (...given: Parameters<typeof throughGoogle> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
  throughGoogle(app, google, ...given)

describe('a new Google user', () => {
  it('gets an account with a trial and continues to the requested page', async () => {
    const account = googleAccount(google, { given_name: 'Grace', family_name: 'Hopper' })
    const visitor = await through(account, { next: '/messages?view=open' })
    expect(visitor.led).toBe('/auth?google=signed-in&next=%2Fmessages%3Fview%3Dopen')
    expect(await visitor.client.accounts.me()).toMatchObject({
      email: account.email,
      first_name: 'Grace',
      last_name: 'Hopper',
      has_password: false,
      has_had_trial: true,
      google: { email: account.email },
    })
  })

  it('is recognized at the next sign-in, also under a new address', async () => {
    const account = googleAccount(google)
    const first = await through(account)
    const { id, email } = (await first.client.accounts.me()) ?? {}
    google.account({ ...account, email: `new-${account.email}`, email_verified: false })
    const again = await through(account)
    expect(await again.client.accounts.me()).toMatchObject({ id, email })
    expect(again.cookie(), 'each sign-in has a session of its own').not.toBe(first.cookie())
  })

  it('gets one account when two windows return at the same time', async () => {
    const account = googleAccount(google)
    const [one, other] = await Promise.all([through(account), through(account)])
    const ids = await Promise.all([one, other].map(async ({ client }) => (await client.accounts.me())?.id))
    expect(ids[0]).toBeDefined()
    expect(ids[1]).toBe(ids[0])
  })

  it('is refused when Google has not confirmed the address', async () => {
    const account = googleAccount(google, { email_verified: false })
    const visitor = await through(account)
    expect(visitor.led).toBe('/auth?google=unverified')
    expect(await visitor.client.accounts.me()).toBeNull()
    expect(await app.rows(`select id from users where email = '${account.email}'`)).toEqual([])
  })

  it('leaves no Google tokens in the database', async () => {
    const account = googleAccount(google)
    await through(account)
    const [row] = await app.rows(`select * from sign_in_methods where account_id = '${account.sub}'`)
    expect(row).toMatchObject({ access_token: null, refresh_token: null, id_token: null })
  })
})

describe('an existing account with the same address', () => {
  it('is connected to the Google account and notified by email', async () => {
    const person = await join(app)
    const visitor = await through(googleAccount(google, { email: person.email.toUpperCase() }))
    expect(visitor.led).toBe('/auth?google=signed-in')
    expect(await visitor.client.accounts.me()).toMatchObject({ id: person.id, has_password: true })
    await mailTo(app, person.email, /A Google account was connected/)
    expect(await visit(app).client.accounts.signIn(person)).toEqual({ signed_in: true })
  })

  it('is not connected when Google has not confirmed the address', async () => {
    const person = await join(app)
    const visitor = await through(googleAccount(google, { email: person.email, email_verified: false }))
    expect(visitor.led).toBe('/auth?google=unverified')
    expect(await visitor.client.accounts.me()).toBeNull()
    expect(await person.client.accounts.me()).toMatchObject({ google: null })
  })

  it('loses its former data and sessions when its address was never confirmed', async () => {
    const earlierOwner = await join(app)
    await app.rows(`update users set email_verified = false where id = '${earlierOwner.id}'`)
    const owner = await through(googleAccount(google, { email: earlierOwner.email, given_name: 'Grace' }))
    expect(await owner.client.accounts.me()).toMatchObject({
      id: earlierOwner.id,
      first_name: 'Grace',
      has_password: false,
    })
    expect(await earlierOwner.client.accounts.me(), 'a session from before is over').toBeNull()
    expect(await refusalOf(visit(app).client.accounts.signIn(earlierOwner))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
  })
})

describe('two-factor authentication', () => {
  it('is also required after Google', async () => {
    const person = await join(app)
    const { secret } = await person.client.accounts.twoFactor.start({ password: person.password })
    await person.client.accounts.twoFactor.confirm({ code: totp(secret) })
    const visitor = await through(googleAccount(google, { email: person.email }), { next: '/pages' })
    expect(visitor.led).toBe('/auth?google=code&next=%2Fpages')
    expect(await visitor.client.accounts.me()).toBeNull()
    expect(await refusalOf(visitor.client.accounts.signInWithCode({ code: '000000' }))).toMatchObject({
      code: 'auth.wrong_code',
    })
    await visitor.client.accounts.signInWithCode({ code: nextTotp(secret) })
    expect(await visitor.client.accounts.me()).toMatchObject({ id: person.id })
  })
})

describe('a failed Google sign-in', () => {
  it('reports denied consent, an expired code, or an unavailable Google', async () => {
    const account = googleAccount(google)
    expect((await through('deny', { next: '/pages' })).led).toBe('/auth?google=denied&next=%2Fpages')

    google.is('codes_expire')
    expect((await through(account)).led).toBe('/auth?google=refused')
    google.is('up')

    const visitor = visit(app)
    const { url } = await visitor.client.accounts.startGoogle({})
    const address = await google.choose(url, account)
    google.is('down')
    expect(await returnFromProvider(app, visitor, address)).toBe('/auth?google=unavailable')
    google.is('up')
    expect(await visitor.client.accounts.me()).toBeNull()
    expect((await through(account)).led).toBe('/auth?google=signed-in')
  })

  it('retries an unavailable issuer the next time', async () => {
    const other = await startOpenidServer()
    other.is('down')
    const fresh = await createTestApp(other.env)
    expect(await refusalOf(visit(fresh).client.accounts.startGoogle({}))).toMatchObject({
      kind: 'unavailable',
      code: 'auth.google_unavailable',
      message: 'Google cannot be reached at the moment. Please try again in a few minutes.',
    })
    other.is('up')
    expect((await throughGoogle(fresh, other, googleAccount(other))).led).toBe('/auth?google=signed-in')
    await other.close()
  })
})

describe('an instance with restricted sign-up', () => {
  it('refuses new users and signs in existing ones', async () => {
    const closed = await createTestApp({ ...google.env, SIGNUP: 'closed' })
    const account = googleAccount(google)
    expect((await throughGoogle(closed, google, account)).led).toBe('/auth?google=signup_closed')
    expect(await closed.rows(`select id from users where email = '${account.email}'`)).toEqual([])
    const invite = await createTestApp({ ...google.env, SIGNUP: 'invite' })
    expect((await throughGoogle(invite, google, account, { invitation: 'none' })).led).toBe(
      '/auth?google=signup_invite&invitation=none',
    )
  })

  it('reports that Google is not configured', async () => {
    const without = await createTestApp()
    expect(await visit(without).client.accounts.instance()).toMatchObject({ google: false })
    expect(await refusalOf(visit(without).client.accounts.startGoogle({}))).toMatchObject({
      code: 'auth.google_unavailable',
      message: 'Google sign-in is not set up on this server.',
    })
    expect(
      await returnFromProvider(
        without,
        visit(without),
        'http://localhost:3000/api/auth/callback/google?code=x&state=y',
      ),
    ).toBe('/auth')
  })
})
