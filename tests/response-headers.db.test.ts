// Headers and cookies of every procedure of a public instance, for every caller and every response.
import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { procedures } from './support/app/procedures.ts'
import { createTestApp } from './support/app/test-app.ts'

const all = procedures(contract)

const app = await createTestApp({
  HOST: '0.0.0.0',
  APP_URL: 'https://help.example.com',
  // No mail server listens there, so emails stay queued.
  SMTP_URL: 'smtp://127.0.0.1:9',
  SECRET_KEY: 'k'.repeat(40),
  BILLING: 'off',
  RATE_LIMITS: 'on',
})

function expectLockedDown(headers: Headers) {
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
  })
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
    expect(headers.get(name), name).toBeNull()
}

/** The cookies' names; each is for this host over HTTPS, out of reach of scripts and of other sites. */
function lockedDownCookies(headers: Headers): string[] {
  return headers.getSetCookie().map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(/;\s*/)
    expect(pair).toMatch(/^__Host-answerloom\./)
    expect(attributes.map((one) => one.toLowerCase())).toEqual(
      expect.arrayContaining(['path=/', 'httponly', 'secure', 'samesite=lax']),
    )
    expect(cookie).not.toMatch(/;\s*domain=/i)
    return pair.slice(0, pair.indexOf('='))
  })
}

/** The cookies that strangers are given. */
const STRANGERS_COOKIES: Record<string, string[]> = {
  'accounts/passkeys/challenge': ['__Host-answerloom.passkey_challenge'],
}

describe('the response headers for an anonymous caller', () => {
  it.each(all.map((p) => [p.path]))('%s', async (path) => {
    const { headers } = await app.rpc(path, {})
    expectLockedDown(headers)
    expect(lockedDownCookies(headers)).toEqual(STRANGERS_COOKIES[path] ?? [])
  })

  it.each(all.filter((p) => p.route.path).map((p) => [`${p.route.method} ${p.route.path}`, p] as const))(
    '%s',
    async (_, p) => {
      const { headers } = await app.rest(p.route, {}, 'al_wrong')
      expectLockedDown(headers)
      expect(headers.getSetCookie()).toEqual([])
    },
  )
})

describe('session cookies', () => {
  it('are limited to this host over HTTPS, and not readable by scripts or other sites', async () => {
    // Proven by a mailed link elsewhere: here the account is confirmed past it.
    const person = { email: 'cookies@example.com', password: 'woven-thread-7' }
    await app.rpc('accounts/signUp', { first_name: 'Ada', last_name: 'Weaver', ...person })
    await app.rows(`update users set email_verified = true where email = '${person.email}'`)
    const answer = await app.rpc('accounts/signIn', person)
    expect(answer.status).toBe(200)
    expect(lockedDownCookies(answer.headers).length).toBeGreaterThan(0)
    const cookies = answer.headers.getSetCookie()
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    const me = await app.rpc('accounts/me', {}, { cookie })
    expect(me).toMatchObject({ status: 200, body: { json: { email: person.email } } })
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const headers = { [name]: value, cookie, 'content-type': 'application/json' }
      const request = new Request('https://help.example.com/api/rpc/accounts/me', {
        method: 'POST',
        headers,
        body: '{}',
      })
      const refused = await app.fetch(request)
      expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'request.cross_site' } }])
    }
  })
})
