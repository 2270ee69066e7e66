// After a reset only the new password leads in, until its owner has looked through what else gives access.
import { afterAll, describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, tokenIn, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { Authenticator } from '../../../../../tests/support/accounts/authenticator.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { googleAccount, returnFromProvider, throughGoogle } from '../../../../../tests/support/google/google-visitor.ts'
import { startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'

const google = await startOpenidServer()
const app = await createTestApp(google.env, { work: true })
afterAll(() => google.close())

const PASSWORD = 'a-new-thread-8'

async function resetPassword(email: string) {
  const browser = visit(app)
  await browser.client.accounts.requestPasswordReset({ email })
  const access_token = tokenIn(await mailTo(app, email, /Reset your password/))
  await browser.client.accounts.resetPassword({ access_token, password: PASSWORD })
  return browser
}

describe('the account check', () => {
  it('blocks a connected Google account until the owner has finished the check with the new password', async () => {
    const owner = await join(app)
    const planted = googleAccount(google)
    const { url } = await owner.client.accounts.google.connect({ password: owner.password })
    await returnFromProvider(app, owner, await google.choose(url, planted))
    const browser = await resetPassword(owner.email)

    const intruder = await throughGoogle(app, google, planted, { next: '/pages' })
    expect(intruder.led).toBe('/auth?google=check_account&next=%2Fpages')
    expect(await intruder.client.accounts.me()).toBeNull()

    await browser.client.accounts.signIn({ email: owner.email, password: PASSWORD })
    expect(await browser.client.accounts.me()).toMatchObject({
      needs_account_check: true,
      google: { email: planted.email },
    })
    await browser.client.accounts.finishAccountCheck()
    expect((await throughGoogle(app, google, planted)).led).toBe('/auth?google=signed-in')
  })

  it('blocks a passkey until the owner has finished the check with the new password', async () => {
    const owner = await join(app)
    const planted = new Authenticator()
    const options = await owner.client.accounts.passkeys.startAdding({ password: owner.password })
    await owner.client.accounts.passkeys.add({ passkey: planted.create(options) })
    const browser = await resetPassword(owner.email)

    const signInWithPasskey = async () => {
      const visitor = visit(app)
      const challenge = await visitor.client.accounts.passkeys.challenge()
      return { ...visitor, call: visitor.client.accounts.passkeys.signIn({ passkey: planted.answer(challenge) }) }
    }
    const intruder = await signInWithPasskey()
    expect(await refusalOf(intruder.call)).toMatchObject({ code: 'auth.account_check_due', kind: 'forbidden' })
    expect(await intruder.client.accounts.me()).toBeNull()
    expect(await app.rows(`select 1 from sessions where user_id = '${owner.id}'`)).toEqual([])

    await browser.client.accounts.signIn({ email: owner.email, password: PASSWORD })
    expect(await browser.client.accounts.me()).toMatchObject({ needs_account_check: true, passkey_count: 1 })
    await browser.client.accounts.finishAccountCheck()
    expect(await (await signInWithPasskey()).call).toEqual({ signed_in: true })
  })

  it('prevents a Google account with the same address from connecting until it is finished', async () => {
    const owner = await join(app)
    await resetPassword(owner.email)
    const visitor = await throughGoogle(app, google, googleAccount(google, { email: owner.email }))
    expect(visitor.led).toBe('/auth?google=check_account')
    expect(
      await app.rows(`select 1 from sign_in_methods where user_id = '${owner.id}' and provider_id = 'google'`),
    ).toEqual([])
  })
})
