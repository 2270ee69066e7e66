// Attacks on the Google sign-in flow.
import { afterAll, describe, expect, it } from 'vitest'
import { join, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { type ForgingIssuer, startForgingIssuer } from '../../../../../tests/support/google/forging-issuer.ts'
import { googleAccount, returnFromProvider, throughGoogle } from '../../../../../tests/support/google/google-visitor.ts'
import { startOpenidServer } from '../../../../../tests/support/google/openid-server.ts'

const google = await startOpenidServer()
const forger = await startForgingIssuer()
const app = await createTestApp(google.env)
const forged = await createTestApp(forger.env)
afterAll(async () => {
  await google.close()
  await forger.close()
})

const CALLBACK = 'http://localhost:3000/api/auth/callback/google'
const begin = async (on = app) => {
  const visitor = visit(on)
  const { url } = await visitor.client.accounts.startGoogle({})
  return { visitor, url: new URL(url) }
}

describe('the authorization request', () => {
  it('carries PKCE, a nonce and a state, and requests only the identity scopes', async () => {
    const { url } = await begin()
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: CALLBACK,
      prompt: 'select_account',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name], name).toMatch(/^[\w-]{32,}$/)
    expect(url.href).not.toContain(google.env.GOOGLE_CLIENT_SECRET)
  })
})

describe('the state parameter', () => {
  it('is bound to the browser that started the flow', async () => {
    const { visitor, url } = await begin()
    const address = await google.choose(url.href, googleAccount(google))
    const victim = visit(app)
    expect(await returnFromProvider(app, victim, address)).toBe('/auth?google=state')
    const another = await begin()
    expect(await returnFromProvider(app, another.visitor, address), 'one that has begun something itself').toBe(
      '/auth?google=state',
    )
    expect(await victim.client.accounts.me()).toBeNull()
    expect(await another.visitor.client.accounts.me()).toBeNull()
    expect(await visitor.client.accounts.me()).toBeNull()
  })

  it('is accepted only once', async () => {
    const { visitor, url } = await begin()
    const cookies = new Map(visitor.cookies)
    const address = await google.choose(url.href, googleAccount(google))
    expect(await returnFromProvider(app, visitor, address)).toBe('/auth?google=signed-in')
    const replay = visit(app)
    for (const [name, value] of cookies) replay.cookies.set(name, value)
    expect(await returnFromProvider(app, replay, address)).toBe('/auth?google=state')
    expect(await replay.client.accounts.me()).toBeNull()
  })

  it('expires', async () => {
    const { visitor, url } = await begin()
    const address = await google.choose(url.href, googleAccount(google))
    const identifier = `auth-state:${url.searchParams.get('state')}`
    await app.rows(
      `update verifications set value = jsonb_set(value::jsonb, '{expiresAt}', '1')::text where identifier = '${identifier}'`,
    )
    expect(await returnFromProvider(app, visitor, address)).toBe('/auth?google=state')
    expect(await visitor.client.accounts.me()).toBeNull()
  })

  it('is refused when missing or forged', async () => {
    const { visitor } = await begin()
    for (const query of ['', '?code=x', '?code=x&state=made-up', '?state=', '?error=access_denied'])
      expect(await returnFromProvider(app, visitor, `${CALLBACK}${query}`)).toBe('/auth?google=state')
  })

  it('is refused for sign-in when created for connecting, and the reverse', async () => {
    const person = await join(app)
    const { url } = await person.client.accounts.google.connect({ password: person.password })
    const attacker = googleAccount(google)
    const address = await google.choose(url, attacker)
    const elsewhere = visit(app)
    expect(await returnFromProvider(app, elsewhere, address)).toBe('/auth?google=state')
    expect(await person.client.accounts.me()).toMatchObject({ google: null })
    expect(await refusalOf(visit(app).client.accounts.google.connect({}))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('the authorization code', () => {
  it('is useless without the verifier of the browser that started the flow', async () => {
    const one = await begin()
    const other = await begin()
    const stolen = new URL(await google.choose(one.url.href, googleAccount(google)))
    stolen.searchParams.set('state', other.url.searchParams.get('state') ?? '')
    expect(await returnFromProvider(app, other.visitor, stolen.href)).toBe('/auth?google=refused')
    expect(await other.visitor.client.accounts.me()).toBeNull()
  })

  it('is not redeemed when it comes from another issuer', async () => {
    const { visitor, url } = await begin(forged)
    expect(await returnFromProvider(forged, visitor, forger.answer(url.href, { iss: 'https://evil.example' }))).toBe(
      '/auth?google=refused',
    )
  })
})

describe('an issuer', () => {
  it('is refused when its metadata names another issuer', async () => {
    const impostor = await startForgingIssuer()
    const misled = await createTestApp(impostor.env)
    impostor.describesItselfAs('https://accounts.example')
    expect(await refusalOf(visit(misled).client.accounts.startGoogle({}))).toMatchObject({
      code: 'auth.google_unavailable',
    })
    impostor.describesItselfAs(impostor.url)
    expect(await visit(misled).client.accounts.startGoogle({})).toMatchObject({ url: expect.any(String) })
    await impostor.close()
  })
})

describe('callback attempts', () => {
  it('are limited by network address, and the redirect reports the limit', async () => {
    const limited = await createTestApp({ ...google.env, RATE_LIMITS: 'on' })
    const visitor = visit(limited)
    const tries = Array.from({ length: 60 }, () =>
      returnFromProvider(limited, visitor, `${CALLBACK}?code=x&state=guess`),
    )
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['/auth?google=state']))
    expect(await returnFromProvider(limited, visitor, `${CALLBACK}?code=x&state=guess`)).toBe('/auth?google=busy')
    expect(await refusalOf(visitor.client.accounts.startGoogle({}))).toMatchObject({ kind: 'rate_limited' })
  })
})

describe('the redirect after the callback', () => {
  it('always leads to a page of this site', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { led } = await throughGoogle(app, google, googleAccount(google), { next })
      expect(new URL(led, 'http://localhost:3000')).toMatchObject({
        origin: 'http://localhost:3000',
        pathname: '/auth',
      })
    }
  })

  it("repeats no text from the callback's parameters", async () => {
    const { visitor, url } = await begin()
    const state = url.searchParams.get('state') ?? ''
    const led = await returnFromProvider(
      app,
      visitor,
      `${CALLBACK}?${new URLSearchParams({ state, error: '<script>' })}`,
    )
    expect(led).toBe('/auth?google=refused')
  })
})

describe('an ID token', () => {
  const claims = { email: 'somebody@example.com', email_verified: true }
  const led = async (...says: Parameters<ForgingIssuer['says']>) => {
    const { visitor, url } = await begin(forged)
    forger.says(...says)
    const path = await returnFromProvider(forged, visitor, forger.answer(url.href))
    return { path, me: await visitor.client.accounts.me() }
  }

  it('signs the user in when it is valid, also under a rotated key', async () => {
    expect(await led(claims)).toMatchObject({ path: '/auth?google=signed-in', me: { email: claims.email } })
    expect(await led(claims, { signedBy: 'a new key' })).toMatchObject({ path: '/auth?google=signed-in' })
  })

  it.each([
    ['for another application', { aud: 'another-client' }],
    ['by another issuer', { iss: 'https://evil.example' }],
    ['with the nonce of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: null }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['without an expiry time', { exp: null }],
    ['without a subject', { sub: '' }],
  ])('is refused: %s', async (_, wrong) => {
    expect(await led({ ...claims, ...wrong })).toEqual({ path: '/auth?google=refused', me: null })
  })

  it.each(['an unknown key', 'another algorithm', 'the secret', 'no key'] as const)(
    'is refused when signed by %s',
    async (signedBy) => {
      expect(await led(claims, { signedBy })).toEqual({ path: '/auth?google=refused', me: null })
    },
  )

  it.each([
    ['not confirmed', { email_verified: false }],
    ['confirmed by a string', { email_verified: 'no' }],
    ['without information on confirmation', { email_verified: null }],
    ['missing', { email: null }],
  ])('creates no account when its address is %s', async (_, wrong) => {
    expect(await led({ ...claims, sub: 'another', ...wrong })).toEqual({ path: '/auth?google=unverified', me: null })
  })
})
