// Resetting and changing a password: the links, what is refused, and which sessions survive.
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, tokenIn, visit } from '../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'

const app = await createTestApp({}, { work: true })

const INVALID = {
  code: 'auth.reset_link_invalid',
  message: 'Invalid password reset link. Please request a new password reset.',
}
const resetTokenFor = async (email: string) => {
  await visit(app).client.accounts.requestPasswordReset({ email: ` ${email.toUpperCase()} ` })
  return tokenIn(await mailTo(app, email, /Reset your password/))
}

describe('resetting a password', () => {
  it('accepts the mailed link once, ends every session, and notifies the owner', async () => {
    const person = await join(app)
    const elsewhere = visit(app)
    await elsewhere.client.accounts.signIn(person)
    const access_token = await resetTokenFor(person.email)
    const mail = await mailTo(app, person.email, /Reset your password/)
    expect(mail.text).toContain(`http://localhost:3000/auth/reset-password?access_token=${access_token}&type=recovery`)

    const { client } = visit(app)
    expect(await client.accounts.checkResetLink({ access_token })).toEqual({ valid: true })
    await client.accounts.resetPassword({ access_token, password: 'a-new-thread-8' })
    for (const former of [person, elsewhere]) expect(await former.client.accounts.me()).toBeNull()
    await mailTo(app, person.email, /Your password was changed/)
    expect(await refusalOf(client.accounts.signIn(person))).toMatchObject({ code: 'auth.invalid_credentials' })
    expect(await client.accounts.signIn({ ...person, password: 'a-new-thread-8' })).toEqual({ signed_in: true })

    expect(await client.accounts.checkResetLink({ access_token })).toEqual({ valid: false })
    expect(await refusalOf(client.accounts.resetPassword({ access_token, password: 'again-thread-9' }))).toMatchObject(
      INVALID,
    )
  })

  it('refuses expired, forged and foreign links with the same response', async () => {
    const person = await join(app)
    const access_token = await resetTokenFor(person.email)
    await person.client.accounts.requestEmailChange({ email: `new-${person.email}`, password: person.password })
    const foreign = tokenIn(await mailTo(app, `new-${person.email}`, /Confirm your new email/))
    await app.rows(`update mailed_links set expires_at = now() - interval '1 second' where purpose = 'reset_password'`)
    for (const token of [access_token, foreign, 'none', ''])
      expect(
        await refusalOf(visit(app).client.accounts.resetPassword({ access_token: token, password: 'a-new-thread-8' })),
      ).toMatchObject(INVALID)
    expect(await visit(app).client.accounts.signIn(person)).toEqual({ signed_in: true })
  })

  it('expires after an hour', async () => {
    const person = await join(app)
    await resetTokenFor(person.email)
    const [row] = (await app.rows(
      `select extract(epoch from expires_at - created_at) as seconds from mailed_links where email = '${person.email}'`,
    )) as { seconds: string }[]
    expect(Number(row?.seconds)).toBeGreaterThan(3590)
    expect(Number(row?.seconds)).toBeLessThan(3610)
  })

  it('keeps the link when the password is refused, and accepts only one of two concurrent requests', async () => {
    const person = await join(app)
    const access_token = await resetTokenFor(person.email)
    const { client } = visit(app)
    expect(await refusalOf(client.accounts.resetPassword({ access_token, password: '12345' }))).toMatchObject({
      message: 'Password must be at least 6 characters long',
    })
    expect(await refusalOf(client.accounts.resetPassword({ access_token, password: 'password123' }))).toMatchObject({
      code: 'auth.weak_password',
    })
    expect(await refusalOf(client.accounts.resetPassword({ access_token, password: person.email }))).toMatchObject({
      code: 'auth.weak_password',
    })
    const replies = await Promise.allSettled(
      ['one-thread-1', 'two-thread-2'].map((password) => client.accounts.resetPassword({ access_token, password })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('changing a password', () => {
  it('requires the current one, keeps this session and ends the others', async () => {
    const person = await join(app)
    const elsewhere = visit(app)
    await elsewhere.client.accounts.signIn(person)
    const { client } = person
    const change = (current_password: string | undefined, password: string) =>
      client.accounts.changePassword({ current_password, password })
    expect(await refusalOf(change('not it', 'a-new-thread-8'))).toMatchObject({
      code: 'auth.wrong_password',
      message: 'This is not your password.',
    })
    expect(await refusalOf(change(undefined, 'a-new-thread-8'))).toMatchObject({ code: 'auth.wrong_password' })
    expect(await refusalOf(change(person.password, 'letmein'))).toMatchObject({ code: 'auth.weak_password' })
    expect(await elsewhere.client.accounts.me()).not.toBeNull()

    await change(person.password, 'a-new-thread-8')
    expect(await client.accounts.me()).toMatchObject({ email: person.email })
    expect(await elsewhere.client.accounts.me()).toBeNull()
    await mailTo(app, person.email, /Your password was changed/)
    expect(await visit(app).client.accounts.signIn({ ...person, password: 'a-new-thread-8' })).toEqual({
      signed_in: true,
    })
  })

  it('invalidates an outstanding reset link', async () => {
    const person = await join(app)
    const access_token = await resetTokenFor(person.email)
    await person.client.accounts.changePassword({ current_password: person.password, password: 'a-new-thread-8' })
    expect(await visit(app).client.accounts.checkResetLink({ access_token })).toEqual({ valid: false })
  })

  it('sets the first password of a Google user who has just signed in', async () => {
    const person = await join(app)
    await app.rows(`delete from sign_in_methods where user_id = '${person.id}'`)
    expect(await person.client.accounts.me()).toMatchObject({ has_password: false })
    expect(await refusalOf(person.client.accounts.changePassword({ password: 'a-first-thread-1' }))).toMatchObject({
      code: 'auth.confirmation_required',
    })
    await app.rows(`update sessions set google_confirmed_at = now() where user_id = '${person.id}'`)
    await person.client.accounts.changePassword({ password: 'a-first-thread-1' })
    expect(await person.client.accounts.me()).toMatchObject({ has_password: true })
    expect(await visit(app).client.accounts.signIn({ ...person, password: 'a-first-thread-1' })).toEqual({
      signed_in: true,
    })
  })
})
