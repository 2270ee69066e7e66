// Connecting Google to an account and disconnecting it.
import { afterAll, describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { googleAccount, returnFromProvider, throughGoogle } from '../../../../../tests/support/google/google-visitor.ts'
import { startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'

const google = await startOpenidServer()
const app = await createTestApp(google.env, { work: true })
afterAll(() => google.close())

type Person = Awaited<ReturnType<typeof join>>
async function connect(person: Person, account: ReturnType<typeof googleAccount> | 'deny') {
  const { url } = await person.client.accounts.google.connect({ password: person.password })
  return returnFromProvider(app, person, await google.choose(url, account))
}

describe('connecting a Google account', () => {
  it('requires the password and allows signing in with Google under a different address', async () => {
    const person = await join(app)
    expect(await refusalOf(person.client.accounts.google.connect({}))).toMatchObject({ code: 'auth.wrong_password' })
    const account = googleAccount(google)
    expect(await connect(person, account)).toBe('/profile?google=connected')
    expect(await person.client.accounts.me()).toMatchObject({ email: person.email, google: { email: account.email } })
    await mailTo(app, person.email, /A Google account was connected/)
    const visitor = await throughGoogle(app, google, account)
    expect(await visitor.client.accounts.me()).toMatchObject({ id: person.id })
    expect(await refusalOf(person.client.accounts.google.connect({ password: person.password }))).toMatchObject({
      code: 'auth.google_connected',
    })
  })

  it("is refused for another user's Google account, an unconfirmed address, and without consent", async () => {
    const taken = googleAccount(google)
    await throughGoogle(app, google, taken)
    const person = await join(app)
    expect(await connect(person, taken)).toBe('/profile?google=taken')
    expect(await connect(person, googleAccount(google, { email_verified: false }))).toBe('/profile?google=unverified')
    expect(await connect(person, 'deny')).toBe('/profile?google=denied')
    expect(await person.client.accounts.me()).toMatchObject({ google: null })
  })

  it('is refused when another user, or no user, is signed in at the callback', async () => {
    const person = await join(app)
    const begin = async () => {
      const { url } = await person.client.accounts.google.connect({ password: person.password })
      return google.choose(url, googleAccount(google))
    }
    const address = await begin()
    await person.client.accounts.signOut()
    expect(await returnFromProvider(app, person, address)).toBe('/profile?google=other_person')
    await person.client.accounts.signIn(person)
    const again = await begin()
    const other = await join(app)
    await person.client.accounts.signIn(other)
    expect(await returnFromProvider(app, person, again)).toBe('/profile?google=other_person')
    expect(
      await app.rows(
        `select id from sign_in_methods where provider_id = 'google' and user_id in ('${person.id}', '${other.id}')`,
      ),
    ).toEqual([])
  })
})

describe('disconnecting a Google account', () => {
  it('requires the password, sends a notification email, and ends sign-in with Google', async () => {
    const person = await join(app)
    const account = googleAccount(google)
    await connect(person, account)
    expect(await refusalOf(person.client.accounts.google.disconnect({ password: 'not it' }))).toMatchObject({
      code: 'auth.wrong_password',
    })
    await person.client.accounts.google.disconnect({ password: person.password })
    expect(await person.client.accounts.me()).toMatchObject({ google: null, has_password: true })
    await mailTo(app, person.email, /The Google account was disconnected/)
    const stranger = await throughGoogle(app, google, account)
    expect((await stranger.client.accounts.me())?.id).not.toBe(person.id)
    expect(await visit(app).client.accounts.signIn(person)).toEqual({ signed_in: true })
  })

  it('refuses to remove the last sign-in method', async () => {
    const visitor = await throughGoogle(app, google, googleAccount(google))
    expect(await refusalOf(visitor.client.accounts.google.disconnect({}))).toMatchObject({
      kind: 'conflict',
      code: 'auth.last_way_in',
      message: 'Please set a password first. Without Google, you could no longer sign in.',
    })
    await visitor.client.accounts.changePassword({ password: 'woven-thread-9' })
    await visitor.client.accounts.google.disconnect({ password: 'woven-thread-9' })
    expect(await visitor.client.accounts.me()).toMatchObject({ google: null })
  })
})
