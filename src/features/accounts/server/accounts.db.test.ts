import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { listOutbox } from '../../../platform/mail/index.ts'

const app = await createTestApp()

let n = 0
const person = (options: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Weaver',
  email: `a${++n}@example.com`,
  password: 'woven-thread-7',
  ...options,
})
const cookieOf = (reply: { headers: Headers }) =>
  reply.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ')
const fieldError = (path: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { json: { data: { details: { fields: [{ path, message }] } } } },
})

describe('signing up on a local instance', () => {
  it('creates a user with a trial of 7 days and signs the user in', async () => {
    const input = person({ email: '  Mixed.Case@Example.com '.trim() })
    const reply = await app.rpc('accounts/signUp', input)
    expect(reply).toMatchObject({ status: 200, body: { json: { signed_in: true } } })
    const cookie = reply.headers.getSetCookie().join()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    const me = await app.rpc('accounts/me', {}, { cookie: cookieOf(reply) })
    const profile = (me.body as { json: Record<string, string> }).json
    expect(profile).toMatchObject({
      email: 'mixed.case@example.com',
      first_name: 'Ada',
      last_name: 'Weaver',
      has_had_trial: true,
      has_free_access: false,
    })
    const days = (Date.parse(profile.trial_ends_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    const access = await app.rpc('billing/access', {}, { cookie: cookieOf(reply) })
    expect(access.body).toMatchObject({
      json: { on_trial: true, plan_label: 'Free Trial (7 days left)', limits: { workspaces: 1, faqs: 50 } },
    })
  })

  it.each([
    ['first_name', { first_name: ' ' }],
    ['last_name', { last_name: 'x'.repeat(101) }],
    ['email', { email: 'nonsense' }],
    ['email', { email: 5 }],
    ['password', { password: '12345' }],
    ['password', { password: 'x'.repeat(129) }],
  ])('reports the field %s for %j', async (path, wrong) => {
    expect(await app.rpc('accounts/signUp', person(wrong))).toMatchObject(fieldError(path))
  })

  it('returns the specified sentence for a short password and refuses common ones and the email address', async () => {
    expect(await app.rpc('accounts/signUp', person({ password: '12345' }))).toMatchObject(
      fieldError('password', 'Password must be at least 6 characters long'),
    )
    expect(await app.rpc('accounts/signUp', person({ password: 'password123' }))).toMatchObject(fieldError('password'))
    expect(
      await app.rpc('accounts/signUp', person({ email: 'same@example.com', password: 'same@example.com' })),
    ).toMatchObject(fieldError('password'))
  })

  it('accepts one of two concurrent sign-ups with one address and creates one complete account', async () => {
    const input = person()
    const replies = await Promise.all([
      app.rpc('accounts/signUp', input),
      app.rpc('accounts/signUp', { ...input, email: input.email.toUpperCase() }),
    ])
    expect(replies.map((r) => r.status).sort()).toEqual([200, 400])
    for (const table of ['users', 'profiles', 'sign_in_methods']) {
      const key = table === 'sign_in_methods' ? 'user_id' : 'id'
      const rows = await app.rows(
        `select 1 from ${table} where ${key} in (select id from users where email = '${input.email}')`,
      )
      expect([table, rows.length]).toEqual([table, 1])
    }
  })
})

describe('signing in and out', () => {
  it('creates a new session each time, and signing out ends only that one, immediately', async () => {
    const input = person()
    const first = cookieOf(await app.rpc('accounts/signUp', input))
    const credentials = { email: input.email.toUpperCase(), password: input.password }
    const second = cookieOf(await app.rpc('accounts/signIn', credentials))
    expect(second).not.toBe(first)
    expect(await app.rpc('accounts/signOut', {}, { cookie: first })).toMatchObject({ status: 200 })
    expect((await app.rpc('accounts/me', {}, { cookie: first })).body).toMatchObject({ json: null })
    expect((await app.rpc('accounts/me', {}, { cookie: second })).body).toMatchObject({ json: { email: input.email } })
  })

  it("ends the browser's previous session and no other", async () => {
    const input = person()
    const former = cookieOf(await app.rpc('accounts/signUp', input))
    const elsewhere = cookieOf(await app.rpc('accounts/signIn', input))
    const renewed = cookieOf(await app.rpc('accounts/signIn', input, { cookie: former }))
    const isOpen = async (cookie: string) =>
      ((await app.rpc('accounts/me', {}, { cookie })).body as { json: unknown }).json !== null
    expect([await isOpen(former), await isOpen(elsewhere), await isOpen(renewed)]).toEqual([false, true, true])
  })

  it('gives the same response for a wrong password and an unknown address', async () => {
    const input = person()
    await app.rpc('accounts/signUp', input)
    const wrong = await app.rpc('accounts/signIn', { email: input.email, password: 'wrong' })
    const unknown = await app.rpc('accounts/signIn', { email: 'nobody@example.com', password: 'wrong' })
    const message = (r: { body: unknown }) =>
      (r.body as { json: { data: { code: string; message: string } } }).json.data
    expect(message(wrong)).toMatchObject({ code: 'auth.invalid_credentials' })
    expect(message(unknown).message).toBe(message(wrong).message)
  })
})

describe('sign-up modes', () => {
  it('a closed instance refuses every sign-up', async () => {
    const closed = await createTestApp({ SIGNUP: 'closed' })
    expect(await closed.rpc('accounts/signUp', person())).toMatchObject({
      status: 403,
      body: {
        json: { data: { code: 'auth.signup_closed', message: 'New accounts cannot be created on this server.' } },
      },
    })
    expect(await listOutbox(closed.core.config.dataDir)).toEqual([])
  })

  it('an instance by invitation accepts only invited addresses whose link confirms them', async () => {
    const inviting = await createTestApp({ SIGNUP: 'invite' })
    const invited = person()
    inviting.core.accounts.invitedAddress = async (_, token) => (token === 'real' ? invited.email : null)
    for (const wrong of [invited, { ...invited, invitation: 'forged' }, person({ invitation: 'real' })])
      expect(await inviting.rpc('accounts/signUp', wrong)).toMatchObject({
        status: 403,
        body: {
          json: {
            data: {
              message: 'You need an invitation to create an account here. Please use the link in your invitation.',
            },
          },
        },
      })
    const reply = await inviting.rpc('accounts/signUp', { ...invited, invitation: 'real' })
    expect(reply).toMatchObject({ status: 200, body: { json: { signed_in: true } } })
  })
})
