// Security log: it records every attempt with its user, and contains no secret. A user creates one of every secret, and
// none of them appears in any log line or in a response to another user.
import { beforeAll, describe, expect, it } from 'vitest'
import { visit } from './support/accounts/account-client.ts'
import { totp } from './support/accounts/totp.ts'
import { createTestApp, type TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'
import { startNotion } from './support/notion/notion-server.ts'

const KEY = 'the secret key that no line may ever hold'

let app: TestApp
let lines: string[]
let notionToken: string
const events = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

beforeAll(async () => {
  lines = []
  const notion = await startNotion()
  atEnd(notion.stop)
  notionToken = notion.internalToken('ntn_a_token_of_somebody')
  app = await createTestApp(
    { ...notion.env, BILLING: 'off', LOG_LEVEL: 'trace', SECRET_KEY: KEY },
    { work: true, logged: (line) => lines.push(line) },
  )
})

let people = 0
const newPerson = () => ({
  first_name: 'Ada',
  last_name: 'Weaver',
  email: `logged-${++people}@example.com`,
  password: 'woven-thread-secret-7',
})

describe('the security log', () => {
  it('contains sign-ins, sign-outs and failed attempts', async () => {
    const person = newPerson()
    const visitor = visit(app)
    await visitor.client.accounts.signUp(person)
    const id = (await visitor.client.accounts.me())?.id
    expect(events()).toContainEqual(expect.objectContaining({ msg: 'A session began', user_id: id, level: 'info' }))
    await visitor.client.accounts.signOut()
    expect(events()).toContainEqual(expect.objectContaining({ msg: 'A session ended', user_id: id }))
    await visitor.client.accounts.signIn({ ...person, password: 'wrong-guess-secret' }).catch(() => {})
    expect(events()).toContainEqual(
      expect.objectContaining({
        msg: 'A request was refused',
        code: 'auth.invalid_credentials',
        path: '/api/rpc/accounts/signIn',
        request_id: expect.any(String),
        time: expect.any(String),
      }),
    )
  })

  it('contains refused actions and keys, and no mere requests to sign in', async () => {
    const tenant = await app.tenant('Logged')
    const refusals = () => events().filter(({ msg }) => msg === 'A request was refused')
    const before = refusals().length
    await app.rpc('faqs/list', {}, { workspaceId: tenant.workspaceId })
    expect(refusals()).toHaveLength(before)
    await app.rpc('workspaces/delete', {}, { cookie: tenant.memberCookie, workspaceId: tenant.workspaceId })
    await app.rest({ method: 'GET', path: '/faqs' }, {}, 'al_wrong_secret')
    expect(refusals().slice(before)).toMatchObject([
      { code: 'workspace.owner_only', path: '/api/rpc/workspaces/delete' },
      { code: expect.stringMatching(/^api_key\./), path: '/api/v1/faqs' },
    ])
  })
})

it('the security log contains exceeded limits', async () => {
  const said: string[] = []
  const limited = await createTestApp({ RATE_LIMITS: 'on', LOG_LEVEL: 'info' }, { logged: (line) => said.push(line) })
  const guess = { email: 'guessed@example.com', password: 'wrong-guess-secret' }
  let status = 0
  for (let index = 0; index < 50 && status !== 429; index++) ({ status } = await limited.rpc('accounts/signIn', guess))
  expect(status).toBe(429)
  expect(said.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: 'A request was refused',
      code: 'rate_limited',
      path: '/api/rpc/accounts/signIn',
      request_id: expect.any(String),
    }),
  )
})

it("the security log and other users' responses contain no secret", async () => {
  const person = newPerson()
  const visitor = visit(app)
  await visitor.client.accounts.signUp(person)
  const { secret, recovery_codes } = await visitor.client.accounts.twoFactor.start({ password: person.password })
  const code = totp(secret)
  await visitor.client.accounts.twoFactor.confirm({ code })
  await visitor.client.accounts.requestPasswordReset({ email: person.email })
  const tenant = await app.tenant('Secrets')
  const { cookie, workspaceId } = tenant
  const connected = await app.rpc(
    'integrations/connectWithToken',
    { type: 'notion', token: notionToken },
    { cookie, workspaceId },
  )
  const listed = await app.rpc('workspaces/apiKeys/list', {}, { cookie, workspaceId })
  // An unexpected failure is logged with everything that the error contains.
  const broken = await app.rpc('faqs/create', { question: '\u0000', answer: person.password }, { cookie, workspaceId })
  const refused = await app.rest({ method: 'GET', path: '/faqs' }, {}, `${tenant.apiKey}x`)

  const secrets = [
    KEY,
    person.password,
    'wrong-guess-secret',
    secret,
    ...recovery_codes,
    notionToken,
    tenant.apiKey,
    tenant.readKey,
    ...[...visitor.cookies.values()].map((value) => decodeURIComponent(value).split('.')[0] ?? value),
    person.email,
  ]
  expect(secrets.every((one) => one.length > 8)).toBe(true)
  expect(lines.length).toBeGreaterThan(5)
  const said = lines.join('')
  const answers = JSON.stringify([connected.body, listed.body, broken.body, refused.body])
  for (const one of secrets) {
    expect(said.includes(one), `in the log: ${one}`).toBe(false)
    expect(answers.includes(one), `in an answer: ${one}`).toBe(false)
  }
})
