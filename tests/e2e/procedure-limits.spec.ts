// Every procedure that a stranger may call is refused in the end, over real HTTP; `tests/public-routes.test.ts` sees to
// it that none is missing here. A server of its own: what one procedure uses up, another shares.
import { expect, test } from '../support/browser/browser.ts'
import { type Reply, send } from '../support/network/http-client.ts'

test.use({ serverEnv: { RATE_LIMITS: 'on' } })
test.describe.configure({ mode: 'serial' })

const person = { first_name: 'Ada', last_name: 'Weaver', email: 'stranger@example.test', password: 'woven-thread-7' }
const { email, password } = person

/** Inputs that are well-formed and lead nowhere. */
const INPUTS: Record<string, object> = {
  'accounts/signUp': person,
  'accounts/signIn': { email, password: 'a wrong guess' },
  'accounts/resendVerification': { email },
  'accounts/requestPasswordReset': { email },
  'accounts/signInWithCode': { code: '123456' },
  'accounts/startGoogle': {},
  'accounts/verifyEmail': { token: 'none' },
  'accounts/passkeys/challenge': {},
  'accounts/passkeys/signIn': { passkey: { id: 'none' } },
  'accounts/checkResetLink': { access_token: 'none' },
  'accounts/resetPassword': { access_token: 'none', password },
  'accounts/confirmEmailChange': { token: 'none' },
  'accounts/disownEmailChange': { token: 'none' },
  'team/invitation/read': { token: 'none' },
}
/** Sizes of objects rather than numbers of actions: not rate limits. */
const READS_LITTLE = ['accounts/instance', 'accounts/me']
/** More than any of them may be called. */
const MANY = 70

function expectRefusal({ status, headers, body }: Reply, what: string) {
  expect(status, what).toBe(429)
  expect(Number(headers.get('retry-after')), what).toBeGreaterThan(0)
  expect(body, what).toMatchObject({ json: { data: { kind: 'rate_limited', code: expect.any(String) } } })
}

for (const [procedure, input] of Object.entries(INPUTS))
  test(`${procedure} is refused beyond its limit`, async ({ app }) => {
    let last: Reply | undefined
    for (let n = 0; n < MANY && last?.status !== 429; n++) {
      last = await send(`${app.url}/api/rpc/${procedure}`, {
        body: { json: input },
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      })
      expect(last.status, procedure).toBeLessThan(500)
    }
    expectRefusal(last as Reply, procedure)
  })

test('read procedures are not limited', async ({ app }) => {
  for (const procedure of READS_LITTLE)
    expect((await send(`${app.url}/api/rpc/${procedure}`, { body: { json: {} } })).status, procedure).toBe(200)
})

test('Google’s response is ignored beyond the limit, and the page gives the reason', async ({ app }) => {
  const answer = await send(`${app.url}/api/auth/callback/google?state=made-up&code=made-up`)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth?google=busy'])
})
