// Each change of a credential ends everything that was started to get into the account and not finished.
import { beforeAll, describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, tokenIn, visit } from '../../../../tests/support/account-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { nextTotp, totp } from '../../../../tests/support/totp.ts'
import { linkToken } from './mailed-links.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({}, { work: true })
})

type Person = Awaited<ReturnType<typeof join>>
type Account = Person & { secret: string }

async function withTwoFactor(): Promise<Account> {
  const person = await join(app)
  const { secret } = await person.client.accounts.twoFactor.start({ password: person.password })
  await person.client.accounts.twoFactor.confirm({ code: totp(secret) })
  return { ...person, secret }
}

/** Starts every way into the account; returns what would finish each, and how that is refused once it has ended. */
async function startAll(account: Account) {
  const { client, email, password } = account
  const address = `intruder-${email}`
  await client.accounts.requestEmailChange({ email: address, password })
  await visit(app).client.accounts.requestPasswordReset({ email })
  const challenged = visit(app)
  await challenged.client.accounts.signIn(account)
  const access_token = tokenIn(await mailTo(app, email, /Reset your password/))
  const confirmation = tokenIn(await mailTo(app, address, /Confirm your new email address/))
  const notice = tokenIn(await mailTo(app, email, /A new email address for your account/))
  const stranger = visit(app).client.accounts
  return [
    {
      way: 'a password reset',
      finish: () => stranger.resetPassword({ access_token, password: 'an-intruder-knows-1' }),
      code: 'auth.reset_link_invalid',
    },
    {
      way: 'an email change',
      finish: () => stranger.confirmEmailChange({ token: confirmation, password }),
      code: 'auth.link_invalid',
    },
    {
      way: 'the cancelling of an email change',
      finish: () => stranger.disownEmailChange({ token: notice }),
      code: 'auth.link_invalid',
    },
    {
      way: 'a sign-in that waits for its code',
      finish: () => challenged.client.accounts.signInWithCode({ code: nextTotp(account.secret) }),
      code: 'auth.challenge_over',
    },
  ]
}

const newSession = async (account: Account) => {
  const visitor = visit(app)
  await visitor.client.accounts.signIn(account)
  return visitor
}

/** The token of the newest link to the address, without waiting for its mail. */
async function newestLinkTo(email: string, purpose: string): Promise<string> {
  const [row] = (await app.rows(
    `select id from mailed_links where email = '${email}' and purpose = '${purpose}' order by id desc limit 1`,
  )) as { id: string }[]
  return linkToken(app.core.config.secretKey, row?.id ?? '')
}

/** Changes of the credentials. */
const CHANGES: Record<string, (account: Account) => Promise<unknown>> = {
  'the password is reset': async ({ email }) => {
    await visit(app).client.accounts.requestPasswordReset({ email })
    const access_token = await newestLinkTo(email, 'reset_password')
    await visit(app).client.accounts.resetPassword({ access_token, password: 'a-new-thread-8' })
  },
  'the password is changed': ({ client, password }) =>
    client.accounts.changePassword({ current_password: password, password: 'a-new-thread-8' }),
  'the address is changed': async ({ client, email, password }) => {
    const address = `new-${email}`
    await client.accounts.requestEmailChange({ email: address, password })
    const token = tokenIn(await mailTo(app, address, /Confirm your new email address/))
    await client.accounts.confirmEmailChange({ token })
  },
  'the second factor is switched off': ({ client, password }) => client.accounts.twoFactor.disable({ password }),
  'recovery codes are renewed': ({ client, password }) => client.accounts.twoFactor.renewRecoveryCodes({ password }),
  'every session is ended': ({ client }) => client.accounts.sessions.revokeAll(),
  'an email change is disowned': async ({ client, email, password }) => {
    await client.accounts.requestEmailChange({ email: `third-${email}`, password })
    await visit(app).client.accounts.disownEmailChange({ token: await newestLinkTo(email, 'disown_email_change') })
  },
}

describe('a change of credentials ends what was started before it', () => {
  it.each(Object.entries(CHANGES))('%s', async (_, change) => {
    const account = await withTwoFactor()
    const pending = await startAll(account)
    await change(account)
    for (const { way, finish, code } of pending) expect(await refusalOf(finish()), way).toMatchObject({ code })
  })
})

describe('"This wasn\'t me"', () => {
  it('cancels the change, ends every session and leads to a new password', async () => {
    const owner = await join(app)
    const intruder = visit(app)
    await intruder.client.accounts.signIn(owner)
    const address = `taken-${owner.email}`
    await intruder.client.accounts.requestEmailChange({ email: address, password: owner.password })
    const confirmation = tokenIn(await mailTo(app, address, /Confirm your new email address/))
    const notice = await mailTo(app, owner.email, /A new email address for your account/)
    expect(notice.text).toContain("This wasn't me:\nhttp://localhost:3000/auth/not-me?token=")

    const browser = visit(app).client.accounts
    const { reset_token } = await browser.disownEmailChange({ token: tokenIn(notice) })
    expect(await intruder.client.accounts.me()).toBeNull()
    expect(await owner.client.accounts.me()).toBeNull()
    const { password } = owner
    expect(await refusalOf(browser.confirmEmailChange({ token: confirmation, password }))).toMatchObject({
      code: 'auth.link_invalid',
    })
    await browser.resetPassword({ access_token: reset_token, password: 'a-new-thread-8' })
    expect(await refusalOf(visit(app).client.accounts.signIn(owner))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
    expect(await browser.signIn({ ...owner, password: 'a-new-thread-8' })).toEqual({ signed_in: true })
    expect(await refusalOf(browser.disownEmailChange({ token: tokenIn(notice) }))).toMatchObject({
      code: 'auth.link_invalid',
    })
  })

  it('is over once the change was cancelled', async () => {
    const owner = await join(app)
    await owner.client.accounts.requestEmailChange({ email: `x-${owner.email}`, password: owner.password })
    const token = tokenIn(await mailTo(app, owner.email, /A new email address for your account/))
    await owner.client.accounts.cancelEmailChange()
    expect(await refusalOf(visit(app).client.accounts.disownEmailChange({ token }))).toMatchObject({
      code: 'auth.link_invalid',
    })
    expect(await owner.client.accounts.me()).not.toBeNull()
  })
})

describe('the account check', () => {
  it('is due from a reset until it is finished', async () => {
    const person = await join(app)
    expect(await person.client.accounts.me()).toMatchObject({ needs_account_check: false })
    await CHANGES['the password is reset']?.({ ...person, secret: '' })
    const visitor = await newSession({ ...person, password: 'a-new-thread-8', secret: '' })
    expect(await visitor.client.accounts.me()).toMatchObject({ needs_account_check: true })
    expect(await visitor.client.accounts.finishAccountCheck()).toMatchObject({ needs_account_check: false })
    expect(await visitor.client.accounts.me()).toMatchObject({ needs_account_check: false })
  })
})
