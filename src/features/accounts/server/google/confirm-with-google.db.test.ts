// Google as the proof of a person without a password: the sign-in itself for five minutes, and a way to confirm it again.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { atEnd } from '../../../../../tests/support/database/database.ts'
import { googleAccount, returnFromProvider, throughGoogle } from '../../../../../tests/support/google/google-visitor.ts'
import { type OpenidServer, startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'

let app: TestApp
let google: OpenidServer
beforeAll(async () => {
  google = await startOpenidServer()
  atEnd(google.close)
  app = await createTestApp(google.env)
})

type GoogleVisitor = Awaited<ReturnType<typeof throughGoogle>>

const remove = (visitor: GoogleVisitor) => visitor.client.accounts.delete({ confirm: 'DELETE' })
const forgetConfirmations = () => app.rows('update sessions set google_confirmed_at = null')

/** Asks Google to confirm, as `who` chooses there. Returns where the browser is led. */
async function confirmAs(
  visitor: GoogleVisitor,
  who: Parameters<OpenidServer['choose']>[1],
  return_to = '/settings?a=b',
) {
  const { url } = await visitor.client.accounts.google.confirm({ return_to })
  return returnFromProvider(app, visitor, await google.choose(url, who))
}

describe('a user without a password', () => {
  it('deletes the account right after signing in, and later only after confirming with Google', async () => {
    await remove(await throughGoogle(app, google, googleAccount(google)))
    const account = googleAccount(google)
    const visitor = await throughGoogle(app, google, account)
    await forgetConfirmations()
    expect(await refusalOf(remove(visitor))).toMatchObject({ code: 'auth.confirmation_required' })
    expect(await confirmAs(visitor, account)).toBe('/settings?a=b&identity=confirmed')
    await remove(visitor)
    expect(await visitor.client.accounts.me()).toBeNull()
  })

  it('is not confirmed by another Google account, in another session, or without consent', async () => {
    const account = googleAccount(google)
    const visitor = await throughGoogle(app, google, account)
    await forgetConfirmations()
    expect(await confirmAs(visitor, googleAccount(google))).toBe('/settings?a=b&identity=other_account')
    expect(await confirmAs(visitor, 'deny')).toBe('/settings?a=b&identity=denied')
    const { url } = await visitor.client.accounts.google.confirm({ return_to: '/profile' })
    const address = await google.choose(url, account)
    await visitor.client.accounts.signOut()
    expect(await returnFromProvider(app, visitor, address)).toBe('/profile?identity=other_person')
    const back = await throughGoogle(app, google, account)
    await forgetConfirmations()
    expect(await refusalOf(remove(back))).toMatchObject({ code: 'auth.confirmation_required' })
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/profile#x', 'profile'])(
    'is never redirected to another site: %s',
    async (return_to) => {
      const visitor = await throughGoogle(app, google, googleAccount(google))
      expect(await refusalOf(visitor.client.accounts.google.confirm({ return_to }))).toMatchObject({
        code: 'request.invalid',
      })
    },
  )
})
