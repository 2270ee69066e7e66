// Confirming an address by mail: what strangers learn, and who ends up owning the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf, tokenIn, visit } from '../../../../tests/support/account-client.ts'
import { startSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp(
    {
      HOST: '0.0.0.0',
      APP_URL: 'https://help.example.com',
      SMTP_URL: smtp.url,
      SECRET_KEY: 'k'.repeat(40),
      BILLING: 'off',
      RATE_LIMITS: 'on',
    },
    { work: true },
  )
})
afterAll(() => smtp.close())

let n = 0
const person = (o: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Weaver',
  email: `public-${++n}@example.com`,
  password: 'woven-thread-7',
  ...o,
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
  it('answers alike whether or not the address is known, and lets nobody in before the mail is confirmed', async () => {
    const input = person()
    const { client, cookies } = visit(app)
    expect(await client.accounts.signUp(input)).toEqual({ signed_in: false })
    expect(cookies.size).toBe(0)
    expect(await refusalOf(client.accounts.signIn(input))).toMatchObject({
      code: 'auth.email_not_verified',
      message: 'Please confirm your email address first. We have sent you the link again.',
    })
    const [first = '', again = ''] = await mails(input.email, 2)
    expect(first).toContain('https://help.example.com/auth/verify?token=')
    expect(tokenIn({ text: again }), 'the same link').toBe(tokenIn({ text: first }))

    await client.accounts.verifyEmail({ token: tokenIn({ text: first }) })
    expect(await client.accounts.me()).toMatchObject({ email: input.email })
    expect([...cookies.keys()]).toEqual(['__Host-answerloom.session_token'])
    expect(await visit(app).client.accounts.signIn(input)).toEqual({ signed_in: true })

    expect(await client.accounts.signUp(input)).toEqual({ signed_in: false })
    expect((await mails(input.email, 3))[2]).toContain('You already have an Answerloom account')
  })

  it('lets a link be followed once, not at all when it has expired, and none that is forged', async () => {
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
    const replies = await Promise.allSettled([1, 2].map(() => visit(app).client.accounts.verifyEmail({ token: next })))
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await verified(input.email)).toBe(true)
  })

  it('leaves the account to who owns the address, whoever asked first', async () => {
    const stranger = person({ first_name: 'Mallory', password: 'a-stranger-knows-1' })
    const owner = { ...stranger, first_name: 'Ada', password: 'only-ada-knows-2' }
    await visit(app).client.accounts.signUp(stranger)
    await mails(stranger.email, 1)
    await visit(app).client.accounts.signUp(owner)
    const [planted = '', own = ''] = await mails(owner.email, 2)
    const { client } = visit(app)
    await client.accounts.verifyEmail({ token: tokenIn({ text: own }) })
    expect(await client.accounts.me()).toMatchObject({ first_name: 'Ada' })
    expect(await refusalOf(visit(app).client.accounts.signIn(stranger))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
    expect(await visit(app).client.accounts.signIn(owner)).toEqual({ signed_in: true })
    expect(await refusalOf(client.accounts.verifyEmail({ token: tokenIn({ text: planted }) }))).toMatchObject({
      code: 'auth.link_invalid',
    })
  })

  it('racing sign-ups with one address leave one account', async () => {
    const input = person()
    const replies = await Promise.all(
      [1, 2, 3].map((i) => visit(app).client.accounts.signUp({ ...input, password: `woven-thread-${i}` })),
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

describe('asking for mails', () => {
  it('says nothing about who has an account, and sends nothing to who has none', async () => {
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

  it('ends after five mails to one address within the hour, in words that say when to come back', async () => {
    const email = person().email
    const { client } = visit(app)
    for (let i = 0; i < 5; i++) await client.accounts.requestPasswordReset({ email })
    const refusal = await refusalOf(client.accounts.requestPasswordReset({ email: email.toUpperCase() }))
    expect(refusal).toMatchObject({ kind: 'rate_limited' })
    expect(refusal.message).toMatch(/^Too many requests\. Please try again in \d+ minutes\.$/)
  })
})
