// Wrong passwords are counted so that strangers cannot guess for long, and cannot lock the owner out.
import { describe, expect, it } from 'vitest'
import { join, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { Authenticator } from '../../../../../tests/support/accounts/authenticator.ts'
import { newOwner, tokenOf } from '../../../../../tests/support/accounts/teams.ts'
import { nextTotp, totp, wrongTotp } from '../../../../../tests/support/accounts/totp.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { addressKey } from '../../../../platform/limits/index.ts'
import { linkToken } from '../email/mailed-links.ts'

const app = await createTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })

const from = (address: string) => visit(app, { 'x-forwarded-for': address })
const guess = (address: string, email: string) =>
  refusalOf(from(address).client.accounts.signIn({ email, password: 'a wrong guess' }))

/** Guesses until the network is refused; how many guesses were answered. */
async function guessesOf(address: string, email: string): Promise<number> {
  for (let guesses = 0; guesses < 50; guesses++)
    if ((await guess(address, email)).kind === 'rate_limited') return guesses
  throw new Error('the guesses were not refused')
}

const everywhereKey = (email: string) => `sign_in_everywhere:${addressKey(email, app.core.config.secretKey)}`
const networkKey = (limit: string, address: string) => `${limit}:${addressKey(address, app.core.config.secretKey)}`
const useUp = (key: string) =>
  app.core.db.pool.query(
    'insert into rate_limits (key, points, expire) values ($1, 1000, $2) on conflict (key) do update set points = 1000',
    [key, Date.now() + 600_000],
  )
async function resetToken(userId: string): Promise<string> {
  const [link] = (await app.rows(
    `select id from mailed_links where user_id = '${userId}' and purpose = 'reset_password'`,
  )) as { id: string }[]
  return linkToken(app.core.config.secretKey, link?.id ?? '')
}
const isKnown = (cookie: string) => cookie.startsWith('answerloom.known-')

describe('wrong passwords', () => {
  it('are refused after ten for one account from one network, without affecting other networks', async () => {
    const owner = await join(app)
    expect(await guessesOf('192.0.2.1', owner.email)).toBe(10)
    expect(await from('192.0.2.2').client.accounts.signIn(owner)).toEqual({ signed_in: true })
  })

  it('do not lock out a known browser in the refused network', async () => {
    const owner = await join(app)
    const known = from('192.0.2.3')
    await known.client.accounts.signIn(owner)
    expect([...known.cookies.keys()]).toContainEqual(expect.stringMatching(/^answerloom\.known-/))
    await known.client.accounts.signOut()
    await guessesOf('192.0.2.3', owner.email)
    expect((await guess('192.0.2.3', owner.email)).kind).toBe('rate_limited')
    expect(await known.client.accounts.signIn(owner)).toEqual({ signed_in: true })
    // The right password from a browser that is not known has to wait like the guesses.
    expect(await refusalOf(from('192.0.2.3').client.accounts.signIn(owner))).toMatchObject({ kind: 'rate_limited' })
  })

  it('are also counted for a known browser', async () => {
    const owner = await join(app)
    const known = from('192.0.2.4')
    await known.client.accounts.signIn(owner)
    const wrong = { email: owner.email, password: 'a wrong guess' }
    for (let n = 0; n < 10; n++)
      expect(await refusalOf(known.client.accounts.signIn(wrong))).toMatchObject({ code: 'auth.invalid_credentials' })
    expect(await refusalOf(known.client.accounts.signIn(wrong))).toMatchObject({ kind: 'rate_limited' })
  })

  it('do not lock out a known browser, from any number of networks and for any accounts', async () => {
    const owner = await join(app)
    const known = from('192.0.2.10')
    await known.client.accounts.signIn(owner)
    for (const key of [networkKey('sign_in_address', '192.0.2.10'), everywhereKey(owner.email)]) await useUp(key)
    expect(await refusalOf(from('192.0.2.10').client.accounts.signIn(owner))).toMatchObject({ kind: 'rate_limited' })
    expect(await refusalOf(from('192.0.2.11').client.accounts.signIn(owner))).toMatchObject({ kind: 'rate_limited' })
    expect(await known.client.accounts.signIn(owner)).toEqual({ signed_in: true })
  })

  it("do not lock a known browser out of either step, even with others' correct passwords", async () => {
    const owner = await join(app)
    const known = from('192.0.2.13')
    const { secret } = await owner.client.accounts.twoFactor.start({ password: owner.password })
    await owner.client.accounts.twoFactor.confirm({ code: totp(secret) })
    await known.client.accounts.signIn(owner)
    await known.client.accounts.signInWithCode({ code: nextTotp(secret) })
    await known.client.accounts.signOut()
    for (const limit of ['sign_in_attempt', 'secret']) await useUp(networkKey(limit, '192.0.2.13'))
    const stranger = from('192.0.2.13').client.accounts
    expect(await refusalOf(stranger.signIn(owner))).toMatchObject({ kind: 'rate_limited' })
    expect(await refusalOf(stranger.signInWithCode({ code: wrongTotp(secret) }))).toMatchObject({
      kind: 'rate_limited',
    })
    expect(await known.client.accounts.signIn(owner)).toEqual({ signed_in: false })
    expect(await refusalOf(known.client.accounts.signInWithCode({ code: wrongTotp(secret) }))).toMatchObject({
      code: 'auth.wrong_code',
    })
  })

  it('are counted for the cookie of a browser that another account signed in to', async () => {
    const [own, other] = [await join(app), await join(app)]
    const attacker = from('192.0.2.5')
    await attacker.client.accounts.signIn(own)
    const [token = ''] = [...attacker.cookies].filter(([key]) => isKnown(key)).map(([, value]) => value)
    const known = from('192.0.2.12')
    await known.client.accounts.signIn(other)
    const otherName = [...known.cookies.keys()].find(isKnown) ?? ''
    expect([...attacker.cookies.keys()]).not.toContain(otherName)
    await guessesOf('192.0.2.5', other.email)
    attacker.cookies.set(otherName, token)
    expect(await refusalOf(attacker.client.accounts.signIn(other))).toMatchObject({ kind: 'rate_limited' })
    // The account's own cookie lets the same browser through.
    attacker.cookies.set(otherName, known.cookies.get(otherName) ?? '')
    expect(await attacker.client.accounts.signIn(other)).toEqual({ signed_in: true })
  })

  it('are counted with the network in a browser that an intruder used, after the password was reset', async () => {
    const owner = await join(app)
    const [intruder, own] = [from('192.0.2.14'), from('192.0.2.15')]
    await intruder.client.accounts.signIn(owner)
    await own.client.accounts.signIn(owner)
    await own.client.accounts.requestPasswordReset({ email: owner.email })
    const password = 'a-new-thread-9'
    await own.client.accounts.resetPassword({ access_token: await resetToken(owner.id), password })
    await own.client.accounts.signIn({ email: owner.email, password })
    for (const key of ['192.0.2.14', '192.0.2.15'].map((at) => networkKey('sign_in_address', at))) await useUp(key)
    const credentials = { email: owner.email, password }
    expect(await refusalOf(intruder.client.accounts.signIn(credentials))).toMatchObject({ kind: 'rate_limited' })
    expect(await own.client.accounts.signIn(credentials)).toEqual({ signed_in: true })
  })

  it('do not affect the browser that changed the password', async () => {
    const owner = await join(app)
    const own = from('192.0.2.16')
    await own.client.accounts.signIn(owner)
    const password = 'a-new-thread-9'
    await own.client.accounts.changePassword({ current_password: owner.password, password })
    await useUp(networkKey('sign_in_address', '192.0.2.16'))
    expect(await own.client.accounts.signIn({ email: owner.email, password })).toEqual({ signed_in: true })
  })

  it('are reset by a correct password, which does not count itself', async () => {
    const owner = await join(app)
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 6; n++) expect((await guess('192.0.2.6', owner.email)).code).toBe('auth.invalid_credentials')
      expect(await from('192.0.2.6').client.accounts.signIn(owner)).toEqual({ signed_in: true })
    }
  })

  it('are refused after thirty from one network for any accounts, while correct ones never count', async () => {
    const owner = await join(app)
    for (let n = 0; n < 40; n++)
      expect(await from('192.0.2.7').client.accounts.signIn(owner)).toEqual({ signed_in: true })
    for (let n = 0; n < 30; n++)
      expect((await guess('192.0.2.7', `guessed-${n}@example.com`)).code).toBe('auth.invalid_credentials')
    expect((await guess('192.0.2.7', 'guessed-31@example.com')).kind).toBe('rate_limited')
  })

  it('are counted once: an attempt that the network limit refuses does not count for the account', async () => {
    const owner = await join(app)
    for (let n = 0; n < 30; n++) await guess('192.0.2.9', `guessed-again-${n}@example.com`)
    for (let n = 0; n < 12; n++)
      expect(await refusalOf(from('192.0.2.9').client.accounts.signIn(owner))).toMatchObject({ kind: 'rate_limited' })
    await app.rows("delete from rate_limits where key like 'sign_in_address:%'")
    expect(await from('192.0.2.9').client.accounts.signIn(owner)).toEqual({ signed_in: true })
  })

  it('cannot exceed the limit by concurrent requests', async () => {
    const owner = await join(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess('192.0.2.8', owner.email)))
    expect(answers.filter(({ kind }) => kind !== 'rate_limited').length).toBeLessThanOrEqual(10)
  })
})

describe('requests for a password reset', () => {
  it('do not block the owner when a stranger sends them', async () => {
    const owner = await join(app)
    const ask = (address: string) => from(address).client.accounts.requestPasswordReset({ email: owner.email })
    for (let n = 0; n < 5; n++) await ask('192.0.2.20')
    expect(await refusalOf(ask('192.0.2.20'))).toMatchObject({ kind: 'rate_limited' })
    expect(await ask('192.0.2.21')).toEqual({ done: true })
  })

  it('do not block a known browser when others in its network send them', async () => {
    const owner = await join(app)
    const known = from('192.0.2.22')
    await known.client.accounts.signIn(owner)
    const ask = (n: number) =>
      from('192.0.2.22').client.accounts.requestPasswordReset({ email: `asked-${n}@example.com` })
    for (let n = 0; n < 20; n++) await ask(n)
    expect(await refusalOf(ask(21))).toMatchObject({ kind: 'rate_limited' })
    expect(await known.client.accounts.requestPasswordReset({ email: owner.email })).toEqual({ done: true })
  })
})

describe('attempts by others in the network', () => {
  it('do not block a known browser from signing in with its passkey', async () => {
    const owner = await join(app)
    const known = from('192.0.2.17')
    await known.client.accounts.signIn(owner)
    const device = new Authenticator()
    const options = await known.client.accounts.passkeys.startAdding({ password: owner.password })
    await known.client.accounts.passkeys.add({ passkey: device.create(options) })
    await known.client.accounts.signOut()
    await useUp(networkKey('secret', '192.0.2.17'))
    const stranger = from('192.0.2.17')
    expect(await refusalOf(stranger.client.accounts.passkeys.challenge())).toMatchObject({ kind: 'rate_limited' })
    const [name = ''] = [...known.cookies.keys()].filter(isKnown)
    stranger.cookies.set(name, 'made-up')
    expect(await refusalOf(stranger.client.accounts.passkeys.challenge())).toMatchObject({ kind: 'rate_limited' })
    const challenge = await known.client.accounts.passkeys.challenge()
    await known.client.accounts.passkeys.signIn({ passkey: device.answer(challenge) })
    expect(await known.client.accounts.me()).toMatchObject({ email: owner.email })
  })

  it('do not block visitors from accepting an invitation', async () => {
    const owner = await newOwner(app, 'Loom Goods')
    const token = tokenOf(
      app,
      await owner.call('team/invitations/send', { email: 'guest@example.com', role: 'member' }),
    )
    await useUp(networkKey('secret', '192.0.2.18'))
    const { client } = from('192.0.2.18')
    expect(await refusalOf(client.team.invitation.read({ token: `${token}x` }))).toMatchObject({ kind: 'rate_limited' })
    expect(await client.team.invitation.read({ token })).toMatchObject({ state: 'open', workspace_name: 'Loom Goods' })
  })
})

describe('forged links', () => {
  it('do not block others in the network from using valid links', async () => {
    const owner = await join(app)
    const visitor = from('192.0.2.23').client.accounts
    await visitor.requestPasswordReset({ email: owner.email })
    const access_token = await resetToken(owner.id)
    await useUp(networkKey('secret', '192.0.2.23'))
    expect(await refusalOf(visitor.checkResetLink({ access_token: `${access_token}x` }))).toMatchObject({
      kind: 'rate_limited',
    })
    expect(await visitor.checkResetLink({ access_token })).toEqual({ valid: true })
    expect(await visitor.resetPassword({ access_token, password: 'a-new-thread-8' })).toEqual({ done: true })
  })
})

describe('wrong passwords at the link to a new address', () => {
  it('do not block the owner from changing the account', async () => {
    const owner = await join(app)
    await owner.client.accounts.requestEmailChange({ email: `new-${owner.email}`, password: owner.password })
    const rows = await app.rows(
      `select id from mailed_links where user_id = '${owner.id}' and purpose = 'change_email'`,
    )
    const [link] = rows as { id: string }[]
    const token = linkToken(app.core.config.secretKey, link?.id ?? '')
    const tries = async () =>
      refusalOf(from('192.0.2.30').client.accounts.confirmEmailChange({ token, password: 'a guess' }))
    for (let n = 0; n < 10; n++) expect((await tries()).code).toBe('auth.wrong_password')
    expect((await tries()).kind).toBe('rate_limited')
    for (let n = 0; n < 20; n++) await tries()
    const passwords = { current_password: owner.password, password: 'a-new-thread-8' }
    expect(await owner.client.accounts.changePassword(passwords)).toEqual({ done: true })
  })
})
