// Confirming an address by mail: what strangers learn, and who ends up owning the account.
import { afterAll, describe, expect, it } from 'vitest'
import { refusalOf, tokenIn, visit } from '../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { startSmtpServer } from '../../../../tests/support/mail/smtp-server.ts'

const smtp = await startSmtpServer()
const app = await createTestApp(
  {
    HOST: '0.0.0.0',
    APP_URL: 'https://help.example.com',
    SMTP_URL: smtp.url,
    SECRET_KEY: 'k'.repeat(40),
    BILLING: 'off',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
  },
  { work: true },
)
afterAll(() => smtp.close())

let n = 0
const person = (options: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Weaver',
  email: `public-${++n}@example.com`,
  password: 'woven-thread-7',
  ...options,
})
/** The body of every mail to the address so far, once there are `count`; soft line breaks undone. */
async function mails(email: string, count: number): Promise<string[]> {
  const found = () => smtp.received.filter((mail) => mail.to.includes(email))
  await expect.poll(() => found().length, { timeout: 20_000 }).toBe(count)
  return found().map(({ source }) => source.replace(/=\n/g, '').replace(/=3D/g, '='))
}
const from = (address: string) => visit(app, { 'x-forwarded-for': address })
const verified = async (email: string) =>
  ((await app.rows(`select email_verified from users where email = '${email}'`)) as { email_verified: boolean }[])[0]
    ?.email_verified

describe('signing up on a public instance', () => {
  it('gives the same response for known and unknown addresses, and signs in only after the confirmation', async () => {
    const input = person()
    const { client, cookies } = visit(app)
    expect(await client.accounts.signUp(input)).toEqual({ signed_in: false })
    expect([...cookies.keys()]).toEqual([expect.stringMatching(/^__Host-answerloom\.sign-up-/)])
    expect(await refusalOf(client.accounts.signIn(input))).toMatchObject({
      code: 'auth.email_not_verified',
      message: 'Please confirm your email address first. We have sent you the link again.',
    })
    const [first = '', again = ''] = await mails(input.email, 2)
    expect(first).toContain('https://help.example.com/auth/verify?token=')
    expect(tokenIn({ text: again }), 'the same link').toBe(tokenIn({ text: first }))

    await client.accounts.verifyEmail({ token: tokenIn({ text: first }) })
    expect(await client.accounts.me()).toMatchObject({ email: input.email })
    expect([...cookies.keys()].map((name) => name.replace(/-.{12}$/, ''))).toEqual([
      '__Host-answerloom.sign-up',
      '__Host-answerloom.session_token',
      '__Host-answerloom.known',
    ])
    expect(await visit(app).client.accounts.signIn(input)).toEqual({ signed_in: true })

    expect(await client.accounts.signUp(input)).toEqual({ signed_in: false })
    expect((await mails(input.email, 3))[2]).toContain('You already have an Answerloom account')
  })

  it('accepts a link once, and refuses expired and forged links', async () => {
    const input = person()
    const { client } = visit(app)
    await client.accounts.signUp(input)
    const [mail = ''] = await mails(input.email, 1)
    const token = tokenIn({ text: mail })
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [forged, '', 'x', token.slice(0, 20)])
      expect(await refusalOf(client.accounts.verifyEmail({ token: wrong }))).toMatchObject({
        code: 'auth.link_invalid',
        message: 'This link has expired or was used already. If your address is confirmed, just sign in.',
      })
    await app.rows(`update mailed_links set expires_at = now() - interval '1 second' where email = '${input.email}'`)
    expect(await refusalOf(client.accounts.verifyEmail({ token }))).toMatchObject({ code: 'auth.link_invalid' })
    expect(await verified(input.email)).toBe(false)

    await client.accounts.resendVerification({ email: input.email.toUpperCase() })
    const [, fresh = ''] = await mails(input.email, 2)
    const next = tokenIn({ text: fresh })
    expect(next).not.toBe(token)
    const replies = await Promise.allSettled(
      [1, 2].map(() => visit(app).client.accounts.verifyEmail({ token: next, password: 'chosen-by-owner-3' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await verified(input.email)).toBe(true)
  })

  it('gives the account to the owner of the address, even if a stranger signed up first', async () => {
    const stranger = person({ first_name: 'Mallory', password: 'a-stranger-knows-1' })
    const owner = { ...stranger, first_name: 'Ada', password: 'only-ada-knows-2' }
    await visit(app).client.accounts.signUp(stranger)
    await mails(stranger.email, 1)
    const { client } = visit(app)
    await client.accounts.signUp(owner)
    const [planted = '', own = ''] = await mails(owner.email, 2)
    expect(await client.accounts.verifyEmail({ token: tokenIn({ text: own }) })).toEqual({ signed_in: true })
    expect(await client.accounts.me()).toMatchObject({ first_name: 'Ada' })
    expect(await refusalOf(visit(app).client.accounts.signIn(stranger))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
    expect(await visit(app).client.accounts.signIn(owner)).toEqual({ signed_in: true })
    expect(await refusalOf(client.accounts.verifyEmail({ token: tokenIn({ text: planted }) }))).toMatchObject({
      code: 'auth.link_invalid',
    })
  })

  it.each([
    ['a stranger signs up after the owner', ['owner', 'stranger']],
    ['a stranger signs up before the owner', ['stranger', 'owner']],
  ])('requires the owner to choose the password when the link is from another browser: %s', async (_, order) => {
    const { email } = person()
    const people = {
      owner: { browser: visit(app), input: person({ email, password: 'only-ada-knows-2' }) },
      stranger: { browser: visit(app), input: person({ email, password: 'a-stranger-knows-1' }) },
    }
    for (const who of order as ('owner' | 'stranger')[])
      await people[who].browser.client.accounts.signUp(people[who].input)
    const links = (await mails(email, 2)).map((text) => tokenIn({ text }))
    const token = links[order.indexOf('stranger')] ?? ''
    // The owner's browser cannot confirm the stranger's choice, and the link still works after the attempt.
    const { accounts } = people.owner.browser.client
    expect(await accounts.verifyEmail({ token })).toEqual({ signed_in: false })
    expect(await accounts.me()).toBeNull()
    expect(await verified(email)).toBe(false)
    expect(await refusalOf(accounts.verifyEmail({ token, password: email }))).toMatchObject({
      code: 'auth.weak_password',
    })
    expect(await accounts.verifyEmail({ token, password: 'chosen-by-owner-3' })).toEqual({ signed_in: true })
    expect(await refusalOf(visit(app).client.accounts.signIn(people.stranger.input))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
    for (const link of links)
      expect(await refusalOf(people.stranger.browser.client.accounts.verifyEmail({ token: link }))).toMatchObject({
        code: 'auth.link_invalid',
      })
  })

  it('does not confirm the password of the first sign-up by a link that was sent again', async () => {
    const input = person()
    await visit(app).client.accounts.signUp(input)
    await mails(input.email, 1)
    await app.rows(`update mailed_links set expires_at = now() - interval '1 second' where email = '${input.email}'`)
    const owner = visit(app).client.accounts
    await owner.resendVerification({ email: input.email })
    const token = tokenIn({ text: (await mails(input.email, 2))[1] ?? '' })
    expect(await owner.verifyEmail({ token })).toEqual({ signed_in: false })
    expect(await verified(input.email)).toBe(false)
  })

  it('creates one account for concurrent sign-ups with one address', async () => {
    const input = person()
    const replies = await Promise.all(
      [1, 2, 3].map((index) => visit(app).client.accounts.signUp({ ...input, password: `woven-thread-${index}` })),
    )
    expect(replies).toEqual([1, 2, 3].map(() => ({ signed_in: false })))
    await mails(input.email, 3)
    expect(await app.rows(`select 1 from users where email = '${input.email}'`)).toHaveLength(1)
    expect(
      await app.rows(
        `select 1 from sign_in_methods m join users u on u.id = m.user_id where u.email = '${input.email}'`,
      ),
    ).toHaveLength(1)
  })
})

describe('requesting emails', () => {
  it('does not reveal which addresses have an account, and sends nothing to unknown ones', async () => {
    const input = person()
    const { client } = from('192.0.2.20')
    await client.accounts.signUp(input)
    await mails(input.email, 1)
    const asked = [
      await client.accounts.requestPasswordReset({ email: 'nobody@example.com' }),
      await client.accounts.requestPasswordReset({ email: input.email }),
      await client.accounts.resendVerification({ email: 'nobody@example.com' }),
      await client.accounts.resendVerification({ email: input.email }),
    ]
    expect(asked).toEqual(asked.map(() => ({ done: true })))
    await mails(input.email, 3)
    expect(smtp.received.filter((mail) => mail.to.includes('nobody@example.com'))).toEqual([])
  })

  it('sends at most five to one address per hour, and the last link still works', async () => {
    const owner = person()
    const { client } = from('192.0.2.40')
    await client.accounts.signUp(owner)
    const verification = tokenIn({ text: (await mails(owner.email, 1))[0] ?? '' })
    await client.accounts.verifyEmail({ token: verification })
    // Strangers in other networks use up what may be sent; nothing is refused.
    for (let n = 1; n <= 7; n++)
      await from(`192.0.2.${50 + n}`).client.accounts.requestPasswordReset({ email: owner.email })
    const reset = tokenIn({ text: (await mails(owner.email, 6)).at(-1) ?? '' })
    await expect.poll(async () => app.rows(`select 1 from mailed_links where email = '${owner.email}'`)).toHaveLength(5)
    // The owner is answered, too, and gets in with any of the links.
    await from('192.0.2.41').client.accounts.requestPasswordReset({ email: owner.email })
    await client.accounts.resetPassword({ access_token: reset, password: 'a-new-thread-8' })
    await from('192.0.2.41').client.accounts.requestPasswordReset({ email: owner.email })
    expect((await mails(owner.email, 8)).at(-1)).toContain('Reset your password')
  })

  it('lets the owner reset the password after other emails have used up the limit', async () => {
    const owner = person()
    const { client } = visit(app)
    await client.accounts.signUp(owner)
    await client.accounts.verifyEmail({ token: tokenIn({ text: (await mails(owner.email, 1))[0] ?? '' }) })
    for (let n = 1; n <= 7; n++) await from(`192.0.2.${150 + n}`).client.accounts.signUp(owner)
    expect((await mails(owner.email, 6)).at(-1)).toContain('You already have an Answerloom account')
    const ask = (n: number) => from(`192.0.2.${160 + n}`).client.accounts.requestPasswordReset({ email: owner.email })
    await Promise.all([1, 2, 3, 4, 5, 6].map(ask))
    expect((await mails(owner.email, 7)).at(-1)).toContain('Reset your password')
    // The one link that was just sent works: no further one is mailed.
    await ask(7)
    const count = `select 1 from mailed_links where email = '${owner.email}' and purpose = 'reset_password'`
    expect(await app.rows(count)).toHaveLength(1)
  })

  it('counts sign-ups too', async () => {
    const input = person()
    for (let n = 1; n <= 12; n++) await from(`192.0.2.${100 + n}`).client.accounts.signUp(input)
    await mails(input.email, 5)
    await expect.poll(async () => app.rows(`select 1 from mailed_links where email = '${input.email}'`)).toHaveLength(5)
  })

  it('is refused after five emails to one address per hour, with the time to try again', async () => {
    const email = person().email
    const { client } = visit(app)
    for (let index = 0; index < 5; index++) await client.accounts.requestPasswordReset({ email })
    const refusal = await refusalOf(client.accounts.requestPasswordReset({ email: email.toUpperCase() }))
    expect(refusal).toMatchObject({ kind: 'rate_limited' })
    expect(refusal.message).toMatch(/^Too many requests\. Please try again in \d+ minutes\.$/)
  })
})
