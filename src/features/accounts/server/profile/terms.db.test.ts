// The operator's terms: new accounts must accept them; a later version asks users again and blocks nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf, tokenIn, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { googleAccount, returnFromProvider } from '../../../../../tests/support/google/google-visitor.ts'
import { type OpenidServer, startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'
import { startSmtpServer } from '../../../../../tests/support/mail/smtp-server.ts'

const VERSION = '2026-11-01'
let people = 0
const signUpInput = (options: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Weaver',
  email: `terms-${++people}@example.com`,
  password: 'woven-thread-7',
  ...options,
})
const acceptancesOf = (app: TestApp, email: string) =>
  app.rows(`select version from terms_acceptances join users on users.id = user_id where email = '${email}'`)

describe('a local instance with terms', () => {
  let google: OpenidServer
  let app: TestApp
  beforeAll(async () => {
    google = await startOpenidServer()
    app = await createTestApp({ ...google.env, TERMS_VERSION: VERSION })
  })
  afterAll(() => google.close())

  it('requires acceptance of the current version at sign-up', async () => {
    const { client } = visit(app)
    expect(await client.accounts.instance()).toMatchObject({ terms_version: VERSION })
    const input = signUpInput()
    for (const accepted of [{}, { accepted_terms: '2025-01-01' }])
      expect(await refusalOf(client.accounts.signUp({ ...input, ...accepted }))).toMatchObject({
        code: 'auth.terms_not_accepted',
        details: { fields: [{ path: 'accepted_terms' }] },
      })
    expect(await app.rows(`select id from users where email = '${input.email}'`)).toEqual([])

    await client.accounts.signUp({ ...input, accepted_terms: VERSION })
    const me = await client.accounts.me()
    expect(me).toMatchObject({ accepted_terms: { version: VERSION }, terms_due: null })
    expect(Date.now() - Date.parse(me?.accepted_terms?.accepted_at ?? '')).toBeLessThan(60_000)
  })

  it('asks for acceptance of a later version without blocking anything', async () => {
    const { client } = visit(app)
    const input = signUpInput({ accepted_terms: VERSION })
    await client.accounts.signUp(input)
    await app.rows(`update terms_acceptances set version = '2025-01-01', accepted_at = now() - interval '1 year'
      where user_id = (select id from users where email = '${input.email}')`)
    expect(await client.accounts.me()).toMatchObject({ accepted_terms: { version: '2025-01-01' }, terms_due: VERSION })
    await client.workspaces.create({ name: 'Woven Goods' })

    expect(await refusalOf(client.accounts.acceptTerms({ version: '2025-01-01' }))).toMatchObject({
      kind: 'conflict',
      code: 'account.terms_changed',
    })
    expect(await client.accounts.acceptTerms({ version: VERSION })).toMatchObject({ terms_due: null })
    await client.accounts.acceptTerms({ version: VERSION })
    expect((await acceptancesOf(app, input.email)).length, 'the earlier acceptance is kept').toBe(2)
  })

  it('requires acceptance at sign-up with Google', async () => {
    const account = googleAccount(google)
    const through = async (intent: object) => {
      const visitor = visit(app)
      const { url } = await visitor.client.accounts.startGoogle(intent)
      return { ...visitor, led: await returnFromProvider(app, visitor, await google.choose(url, account)) }
    }
    for (const intent of [{}, { accepted_terms: '2025-01-01' }])
      expect((await through(intent)).led).toBe('/auth?tab=sign-up&google=terms')
    expect(await app.rows(`select id from users where email = '${account.email}'`)).toEqual([])
    const { client, led } = await through({ accepted_terms: VERSION })
    expect(led).toBe('/auth?google=signed-in')
    expect(await client.accounts.me()).toMatchObject({ accepted_terms: { version: VERSION }, terms_due: null })
    expect((await through({})).led, 'an existing user signs in without accepting again').toBe('/auth?google=signed-in')
  })
})

it('an instance without terms asks for no acceptance and stores none', async () => {
  const app = await createTestApp({})
  const { client } = visit(app)
  const input = signUpInput({ accepted_terms: 'anything' })
  await client.accounts.signUp(input)
  expect(await client.accounts.me()).toMatchObject({ accepted_terms: null, terms_due: null })
  expect(await acceptancesOf(app, input.email)).toEqual([])
})

describe('an instance with terms and email confirmation', () => {
  let app: TestApp
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  beforeAll(async () => {
    smtp = await startSmtpServer()
    const env = {
      HOST: '0.0.0.0',
      APP_URL: 'https://help.example.com',
      SECRET_KEY: 'k'.repeat(40),
      BILLING: 'off',
      RATE_LIMITS: 'on',
    }
    app = await createTestApp({ ...env, SMTP_URL: smtp.url, TERMS_VERSION: VERSION }, { work: true })
  })
  afterAll(() => smtp.close())
  const mailedToken = async (email: string) => {
    const found = () => smtp.received.find((mail) => mail.to.includes(email))
    await expect.poll(() => found() !== undefined, { timeout: 20_000 }).toBe(true)
    return tokenIn({ text: (found()?.source ?? '').replace(/=\n/g, '').replace(/=3D/g, '=') })
  }

  it('stores the acceptance when the same browser confirms the address', async () => {
    const input = signUpInput({ accepted_terms: VERSION })
    const { client } = visit(app)
    await client.accounts.signUp(input)
    const token = await mailedToken(input.email)
    expect(await acceptancesOf(app, input.email)).toEqual([])
    await client.accounts.verifyEmail({ token })
    expect(await client.accounts.me()).toMatchObject({ accepted_terms: { version: VERSION }, terms_due: null })
  })

  it('asks the owner of an address even if a stranger signed up with it and accepted', async () => {
    const input = signUpInput({ accepted_terms: VERSION })
    await visit(app).client.accounts.signUp(input)
    const { client } = visit(app)
    await client.accounts.verifyEmail({ token: await mailedToken(input.email), password: 'another-thread-8' })
    expect(await client.accounts.me()).toMatchObject({ accepted_terms: null, terms_due: VERSION })
  })
})
