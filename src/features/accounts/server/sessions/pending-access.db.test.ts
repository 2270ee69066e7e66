// Each change of a credential ends everything that was started to get into the account and not finished.
import { afterAll, describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, tokenIn, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { Authenticator } from '../../../../../tests/support/accounts/authenticator.ts'
import { nextTotp, totp } from '../../../../../tests/support/accounts/totp.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { googleAccount, returnFromProvider, throughGoogle } from '../../../../../tests/support/google/google-visitor.ts'
import { startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { MAILED_LINK_PURPOSES } from '../accounts.table.ts'
import { issueLink, type LinkPurpose, linkToken } from '../email/mailed-links.ts'

const google = await startOpenidServer()
const app = await createTestApp(google.env, { work: true })
afterAll(() => google.close())

type Account = Awaited<ReturnType<typeof join>> & { secret: string }

const withPassword = async (): Promise<Account> => ({ ...(await join(app)), secret: '' })

async function withTwoFactor(): Promise<Account> {
  const account = await withPassword()
  const { secret } = await account.client.accounts.twoFactor.start({ password: account.password })
  await account.client.accounts.twoFactor.confirm({ code: totp(secret) })
  return { ...account, secret }
}

async function connectGoogle(account: Account): Promise<void> {
  const { url } = await account.client.accounts.google.connect({ password: account.password })
  await returnFromProvider(app, account, await google.choose(url, googleAccount(google)))
}

async function addPasskey({ client, password }: Account): Promise<void> {
  const options = await client.accounts.passkeys.startAdding({ password })
  await client.accounts.passkeys.add({ passkey: new Authenticator().create(options) })
}

async function withGoogle(): Promise<Account> {
  const account = await withTwoFactor()
  await connectGoogle(account)
  return account
}

/** An account without a password: Google alone signs it in. */
async function withoutPassword(): Promise<Account> {
  const visitor = await throughGoogle(app, google, googleAccount(google))
  const me = await visitor.client.accounts.me()
  if (!me) throw new Error('Google did not sign in')
  return { ...visitor, id: me.id, email: me.email, password: '', secret: '' }
}

/** A link of this purpose to the account, as a mail would carry it. */
async function issuedLink({ id, email }: Account, purpose: LinkPurpose): Promise<string> {
  const link = await systemTransaction(app.core.db, (transaction) =>
    issueLink(transaction, { purpose, userId: id, email }),
  )
  return linkToken(app.core.config.secretKey, link)
}

/** Follows a link of each purpose as a stranger would. */
const FOLLOW: Record<LinkPurpose, (token: string, account: Account) => Promise<unknown>> = {
  verify_email: (token) => visit(app).client.accounts.verifyEmail({ token, password: 'an-intruder-knows-1' }),
  reset_password: (access_token) =>
    visit(app).client.accounts.resetPassword({ access_token, password: 'an-intruder-knows-1' }),
  change_email: (token, { password }) => visit(app).client.accounts.confirmEmailChange({ token, password }),
  disown_email_change: (token) => visit(app).client.accounts.disownEmailChange({ token }),
}

/** Starts every way into the account; returns what would finish each, and how that is refused once it has ended. */
async function startAll(account: Account) {
  const ways = []
  for (const purpose of MAILED_LINK_PURPOSES) {
    const email = purpose === 'change_email' ? `intruder-${account.email}` : account.email
    const token = await issuedLink({ ...account, email }, purpose)
    const code = purpose === 'reset_password' ? 'auth.reset_link_invalid' : 'auth.link_invalid'
    ways.push({ way: purpose, finish: () => FOLLOW[purpose](token, account), code })
  }
  if (!account.secret) return ways
  const challenged = visit(app)
  await challenged.client.accounts.signIn(account)
  const finish = () => challenged.client.accounts.signInWithCode({ code: nextTotp(account.secret) })
  return [...ways, { way: 'a sign-in that waits for its code', finish, code: 'auth.challenge_over' }]
}

const newSession = async (account: Account) => {
  const visitor = visit(app)
  await visitor.client.accounts.signIn(account)
  return visitor
}

async function resetPassword(account: Account): Promise<void> {
  const access_token = await issuedLink(account, 'reset_password')
  await visit(app).client.accounts.resetPassword({ access_token, password: 'a-new-thread-8' })
}

/** The changes of an account's credentials, each with the account that it is made to. */
const CHANGES: [name: string, prepare: () => Promise<Account>, change: (account: Account) => Promise<unknown>][] = [
  ['the password is reset', withTwoFactor, resetPassword],
  [
    'the password is changed',
    withTwoFactor,
    ({ client, password }) =>
      client.accounts.changePassword({ current_password: password, password: 'a-new-thread-8' }),
  ],
  [
    'the first password is set',
    withoutPassword,
    ({ client }) => client.accounts.changePassword({ password: 'a-new-thread-8' }),
  ],
  [
    'the address is changed',
    withTwoFactor,
    async (account) => {
      const address = { ...account, email: `new-${account.email}` }
      await account.client.accounts.confirmEmailChange({ token: await issuedLink(address, 'change_email') })
    },
  ],
  [
    'the address is confirmed',
    withPassword,
    async (account) => FOLLOW.verify_email(await issuedLink(account, 'verify_email'), account),
  ],
  [
    'the second factor is switched on',
    withPassword,
    async ({ client, password }) => {
      const { secret } = await client.accounts.twoFactor.start({ password })
      await client.accounts.twoFactor.confirm({ code: totp(secret) })
    },
  ],
  [
    'the second factor is switched off',
    withTwoFactor,
    ({ client, password }) => client.accounts.twoFactor.disable({ password }),
  ],
  [
    'recovery codes are renewed',
    withTwoFactor,
    ({ client, password }) => client.accounts.twoFactor.renewRecoveryCodes({ password }),
  ],
  ['Google is connected', withTwoFactor, connectGoogle],
  [
    'Google is connected by its address',
    withTwoFactor,
    ({ email }) => throughGoogle(app, google, googleAccount(google, { email })),
  ],
  ['Google is disconnected', withGoogle, ({ client, password }) => client.accounts.google.disconnect({ password })],
  ['a passkey is added', withTwoFactor, addPasskey],
  [
    'a passkey is removed',
    async () => {
      const account = await withTwoFactor()
      await addPasskey(account)
      return account
    },
    async ({ client, password }) => {
      const [passkey] = (await client.accounts.passkeys.list()).items
      await client.accounts.passkeys.remove({ id: passkey?.id ?? '', password })
    },
  ],
  ['every session is ended', withTwoFactor, ({ client }) => client.accounts.sessions.revokeAll()],
  [
    'an email change is reported as not requested',
    withTwoFactor,
    async (account) => FOLLOW.disown_email_change(await issuedLink(account, 'disown_email_change'), account),
  ],
]

describe('a change of credentials invalidates earlier requests', () => {
  it.each([...MAILED_LINK_PURPOSES, 'a sign-in that waits for its code'])(
    'without a change, %s works',
    async (name) => {
      const pending = await startAll(await withTwoFactor())
      await pending.find(({ way }) => way === name)?.finish()
      expect(pending.map(({ way }) => way)).toContain(name)
    },
  )

  it.each(CHANGES)('%s', async (_, prepare, change) => {
    const account = await prepare()
    const pending = await startAll(account)
    await change(account)
    for (const { way, finish, code } of pending) expect(await refusalOf(finish()), way).toMatchObject({ code })
  })
})

describe('"This wasn\'t me"', () => {
  it('cancels the change, ends every session and asks for a new password', async () => {
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
    const before = await newSession({ ...owner, secret: '' })
    expect(await before.client.accounts.me()).toMatchObject({ needs_account_check: true })
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

  it('is refused after the change was canceled', async () => {
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
  it('is required from a password reset until it is finished', async () => {
    const person = await join(app)
    expect(await person.client.accounts.me()).toMatchObject({ needs_account_check: false })
    await resetPassword({ ...person, secret: '' })
    const visitor = await newSession({ ...person, password: 'a-new-thread-8', secret: '' })
    expect(await visitor.client.accounts.me()).toMatchObject({ needs_account_check: true })
    expect(await visitor.client.accounts.finishAccountCheck()).toMatchObject({ needs_account_check: false })
    expect(await visitor.client.accounts.me()).toMatchObject({ needs_account_check: false })
  })
})
