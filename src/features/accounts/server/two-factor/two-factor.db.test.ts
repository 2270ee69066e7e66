// The second step of signing in, and what guards it.
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { nextTotp, totp, wrongTotp } from '../../../../../tests/support/accounts/totp.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'

const app = await createTestApp({}, { work: true })

/** A user with two-factor authentication. */
async function withTwoFactor() {
  const person = await join(app)
  const started = await person.client.accounts.twoFactor.start({ password: person.password })
  const code = totp(started.secret)
  await person.client.accounts.twoFactor.confirm({ code })
  return { ...person, ...started, code }
}
const challenged = async (person: { email: string; password: string }) => {
  const visitor = visit(app)
  expect(await visitor.client.accounts.signIn(person)).toEqual({ signed_in: false })
  expect(await visitor.client.accounts.me()).toBeNull()
  return visitor
}
const isLocked = async (id: string) =>
  ((await app.rows(`select locked_until from two_factors where user_id = '${id}'`)) as { locked_until: unknown }[])[0]
    ?.locked_until !== null

describe('setting up two-factor authentication', () => {
  it('requires the password, then a first code, and is active only after that', async () => {
    const person = await join(app)
    const { accounts } = person.client
    expect(await refusalOf(accounts.twoFactor.start({ password: 'not it' }))).toMatchObject({
      code: 'auth.wrong_password',
    })
    expect(await refusalOf(accounts.twoFactor.start({}))).toMatchObject({ code: 'auth.wrong_password' })
    const { uri, secret, recovery_codes } = await accounts.twoFactor.start({ password: person.password })
    expect(uri).toMatch(/^otpauth:\/\/totp\/Answerloom/)
    expect(uri).toContain(secret)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await visit(app).client.accounts.signIn(person)).toEqual({ signed_in: true })

    expect(await refusalOf(accounts.twoFactor.confirm({ code: wrongTotp(secret) }))).toMatchObject({
      code: 'auth.wrong_code',
      message: 'This code is wrong. Please try again.',
    })
    const before = person.cookie()
    const code = totp(secret)
    await accounts.twoFactor.confirm({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(person.cookie(), 'the session is rotated').not.toBe(before)
    expect(await accounts.me()).toMatchObject({ two_factor: true })
    await mailTo(app, person.email, /Two-factor authentication is on/)
    expect(await refusalOf(accounts.twoFactor.start({ password: person.password }))).toMatchObject({
      code: 'two_factor.changed',
    })
  })

  it('stores no secret or recovery code in plain text', async () => {
    const person = await withTwoFactor()
    const rows = JSON.stringify(await app.rows(`select * from two_factors where user_id = '${person.id}'`))
    expect(rows).not.toContain(person.secret)
    for (const code of person.recovery_codes) expect(rows).not.toContain(code)
  })

  it('can be turned off with the password', async () => {
    const person = await withTwoFactor()
    expect(await refusalOf(person.client.accounts.twoFactor.disable({ password: 'not it' }))).toMatchObject({
      code: 'auth.wrong_password',
    })
    await person.client.accounts.twoFactor.disable({ password: person.password })
    expect(await person.client.accounts.me()).toMatchObject({ two_factor: false })
    await mailTo(app, person.email, /Two-factor authentication is off/)
    expect(await visit(app).client.accounts.signIn(person)).toEqual({ signed_in: true })
  })
})

describe('signing in with two-factor authentication', () => {
  it('accepts a code of the authenticator app', async () => {
    const person = await withTwoFactor()
    const { client } = await challenged(person)
    expect(await refusalOf(client.accounts.signInWithCode({ code: wrongTotp(person.secret) }))).toMatchObject({
      code: 'auth.wrong_code',
    })
    await client.accounts.signInWithCode({ code: nextTotp(person.secret) })
    expect(await client.accounts.me()).toMatchObject({ email: person.email })
  })

  it('accepts each code only once, including the setup code, an observed code, and concurrent attempts', async () => {
    const person = await withTwoFactor()
    const used = { code: 'auth.code_used', message: 'This code was used already. Please wait for the next one.' }
    const late = (await challenged(person)).client
    expect(await refusalOf(late.accounts.signInWithCode({ code: person.code }))).toMatchObject(used)
    const code = nextTotp(person.secret)
    const rivals = await Promise.all([challenged(person), challenged(person)])
    const replies = await Promise.allSettled(rivals.map(({ client }) => client.accounts.signInWithCode({ code })))
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(late.accounts.signInWithCode({ code }))).toMatchObject(used)
    const signedIn = await Promise.all([...rivals, { client: late }].map(({ client }) => client.accounts.me()))
    expect(signedIn.filter((me) => me !== null)).toHaveLength(1)
    const [recovery = ''] = person.recovery_codes
    await late.accounts.signInWithCode({ code: recovery })
    expect(await late.accounts.me(), 'the refused code has not ended the attempt').not.toBeNull()
  })

  it('accepts each recovery code once, and none after they were renewed', async () => {
    const person = await withTwoFactor()
    const [first = '', second = ''] = person.recovery_codes
    const { client } = await challenged(person)
    await client.accounts.signInWithCode({ code: ` ${first} ` })
    expect(await client.accounts.me()).not.toBeNull()
    expect(await refusalOf((await challenged(person)).client.accounts.signInWithCode({ code: first }))).toMatchObject({
      code: 'auth.wrong_code',
    })
    const renewed = await client.accounts.twoFactor.renewRecoveryCodes({ password: person.password })
    expect(renewed.recovery_codes).toHaveLength(10)
    const { client: last } = await challenged(person)
    expect(await refusalOf(last.accounts.signInWithCode({ code: second }))).toMatchObject({ code: 'auth.wrong_code' })
    await last.accounts.signInWithCode({ code: renewed.recovery_codes[0] ?? '' })
    expect(await last.accounts.me()).not.toBeNull()
  })

  it('is refused without the password step', async () => {
    const person = await withTwoFactor()
    expect(await refusalOf(visit(app).client.accounts.signInWithCode({ code: nextTotp(person.secret) }))).toMatchObject(
      {
        code: 'auth.challenge_over',
        message: 'This took too long or too many attempts. Please sign in again.',
      },
    )
  })

  it('asks for the password again after five wrong codes, and locks the codes after ten', async () => {
    const person = await withTwoFactor()
    const wrong = wrongTotp(person.secret)
    for (const round of [1, 2]) {
      const { client } = await challenged(person)
      for (let index = 0; index < 5; index++)
        expect(await refusalOf(client.accounts.signInWithCode({ code: wrong }))).toMatchObject({
          code: 'auth.wrong_code',
        })
      expect(await isLocked(person.id)).toBe(round === 2)
      if (round === 1)
        expect(await refusalOf(client.accounts.signInWithCode({ code: nextTotp(person.secret) }))).toMatchObject({
          code: 'auth.challenge_over',
        })
    }
    const { client } = await challenged(person)
    expect(await refusalOf(client.accounts.signInWithCode({ code: nextTotp(person.secret) }))).toMatchObject({
      kind: 'rate_limited',
      code: 'auth.codes_locked',
      message: 'Too many wrong codes. Please wait 15 minutes.',
    })
    await app.rows(`update two_factors set locked_until = now() - interval '1 second' where user_id = '${person.id}'`)
    await client.accounts.signInWithCode({ code: nextTotp(person.secret) })
    expect(await client.accounts.me()).not.toBeNull()
  })

  it('still requires a code after the password was reset', async () => {
    const person = await withTwoFactor()
    const { client } = visit(app)
    await client.accounts.requestPasswordReset({ email: person.email })
    const mail = await mailTo(app, person.email, /Reset your password/)
    const access_token = /access_token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    await client.accounts.resetPassword({ access_token, password: 'a-new-thread-8' })
    await challenged({ ...person, password: 'a-new-thread-8' })
  })
})
