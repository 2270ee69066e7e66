// An OpenID Connect issuer that signs any ID token that a test sets, also invalid ones.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base64url, type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface ForgingIssuer {
  url: string
  env: Record<string, string>
  /** Claims of the next ID token that replace the valid ones; null leaves a claim out. */
  says(
    claims: Record<string, unknown>,
    options?: { signedBy?: 'itself' | 'an unknown key' | 'a new key' | 'another algorithm' | 'the secret' | 'no key' },
  ): void
  /** Its discovery document names this issuer from now on. */
  describesItselfAs(issuer: string): void
  /** Returns the address to which the issuer redirects the browser; `iss` replaces the issuer in it. */
  answer(address: string, options?: { iss?: string }): string
  close(): Promise<void>
}

const CLIENT = { id: 'client', secret: 'a-secret-between-two-servers-of-32' }

export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const own = await generateKeyPair('RS256')
  const next = await generateKeyPair('RS256')
  const unknownKey = await generateKeyPair('RS256')
  const unusual = await generateKeyPair('RS512')
  const published: { key: CryptoKey; kid: string; alg?: string }[] = [
    { key: own.publicKey, kid: 'one', alg: 'RS256' },
    // A key that does not say what it is for: the token's header alone names the algorithm.
    { key: unusual.publicKey, kid: 'unusual' },
  ]
  let claims: Record<string, unknown> = {}
  let signedBy: NonNullable<NonNullable<Parameters<ForgingIssuer['says']>[1]>['signedBy']> = 'itself'
  let nonce = ''
  let described: string | null = null

  const sign = async (payload: JWTPayload): Promise<string> => {
    const token = new SignJWT(payload)
    switch (signedBy) {
      case 'itself':
        return token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(own.privateKey)
      case 'a new key':
        return token.setProtectedHeader({ alg: 'RS256', kid: 'two' }).sign(next.privateKey)
      case 'an unknown key':
        return token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(unknownKey.privateKey)
      case 'another algorithm':
        return token.setProtectedHeader({ alg: 'RS512', kid: 'unusual' }).sign(unusual.privateKey)
      case 'the secret':
        return token.setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new TextEncoder().encode(CLIENT.secret))
      case 'no key':
        return `${base64url.encode(JSON.stringify({ alg: 'none' }))}.${base64url.encode(JSON.stringify(payload))}.`
    }
  }

  const server = createServer((req, res) => {
    const reply = (body: unknown) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify(body))
    }
    const serve = async () => {
      if (req.url === '/.well-known/openid-configuration')
        return reply({
          issuer: described ?? url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
        })
      if (req.url === '/keys') {
        const jwks = published.map(async ({ key, ...about }) => ({ ...(await exportJWK(key)), ...about, use: 'sig' }))
        return reply({ keys: await Promise.all(jwks) })
      }
      const now = Math.floor(Date.now() / 1000)
      const right = { iss: url, aud: CLIENT.id, sub: 's', nonce, iat: now, exp: now + 300 }
      const entries = Object.entries({ ...right, ...claims }).filter(([, value]) => value !== null)
      return reply({ access_token: 'a', token_type: 'Bearer', id_token: await sign(Object.fromEntries(entries)) })
    }
    serve().catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    env: { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: url },
    says(given, options = {}) {
      claims = given
      signedBy = options.signedBy ?? 'itself'
      if (signedBy === 'a new key') published.push({ key: next.publicKey, kid: 'two', alg: 'RS256' })
    },
    describesItselfAs(issuer) {
      described = issuer
    },
    answer(address, options = {}) {
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce') ?? ''
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code: 'code', state: asked.get('state') ?? '', ...options }))
      return back.href
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
