import { authorizationCodeRequest, createAuthorizationURL } from 'better-auth/oauth2'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Config } from '../../../../platform/config/index.ts'
import { type GuardedOptions, guardedFetch } from '../../../../platform/outbound/index.ts'
import { GoogleRefusal } from './google-refusal.ts'

const HOUR_MS = 60 * 60_000
const REQUEST_LIMITS = { timeoutMs: 10_000, maxBytes: 512 * 1024, maxRedirects: 0 } as const satisfies GuardedOptions
/** Only signatures with a public key: others could be forged with data that is not secret. */
const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256']
const OAUTH_SCOPES = ['openid', 'email', 'profile']
/** Clocks differ. */
const TOLERANCE_SECONDS = 60

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
const tokenSchema = z.object({ id_token: z.string() })
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
})
type Endpoints = z.output<typeof documentSchema>

/** Whom Google vouches for. */
export interface GooglePerson {
  /** Google's own name of the account; it stays when the address changes. */
  subject: string
  /** Lower-case. Null when Google reports none, or has not verified it. */
  verifiedEmail: string | null
  firstName: string
  lastName: string
}

export interface GoogleIssuer {
  /** Resolves where the issuer answers. */
  ready(): Promise<unknown>
  /** Authorization URL. */
  authorizationUrl(options: { state: string; codeVerifier: string; nonce: string }): Promise<URL>
  /** Exchanges the code for the identity. */
  redeem(options: { code: string; codeVerifier: string; nonce: string }): Promise<GooglePerson>
  issuer: string
}

/** The address that Google sends the browser back to; the operator registers it with the OAuth client. */
export const GOOGLE_CALLBACK = '/api/auth/callback/google'

function personFromClaims(claims: JWTPayload): GooglePerson {
  const { sub, email, email_verified, given_name, family_name, name = '' } = claimsSchema.parse(claims)
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const trimName = (nameText: string) => nameText.trim().slice(0, 100)
  return {
    subject: sub,
    verifiedEmail: email && email_verified === true ? email.trim().toLowerCase() : null,
    firstName: trimName(given_name ?? first),
    lastName: trimName(family_name ?? (given_name === undefined ? rest.join(' ') : '')),
  }
}

/**
 * Google, or the OpenID Connect issuer in its place, by its discovery document, which is read when it is first needed
 * and again after an hour: an issuer that is down while the server starts is found later. Every request is bounded.
 * Throws GoogleRefusal `unavailable` or `refused`.
 */
export function createGoogleIssuer(
  issuerConfig: Pick<Config, 'google' | 'appUrl' | 'outboundAllowHosts'>,
): GoogleIssuer {
  if (!issuerConfig.google) throw new Error('Google is not configured')
  const { clientId, clientSecret, issuer } = issuerConfig.google
  const clientOptions = { clientId, clientSecret }
  const redirectURI = new URL(GOOGLE_CALLBACK, issuerConfig.appUrl).href
  // The operator named this host: it may be in the operator's own network.
  const allowHosts = [...issuerConfig.outboundAllowHosts, new URL(issuer).host]

  const readJson = async (
    resourceUrl: string,
    fetchOptions: GuardedOptions = {},
  ): Promise<{ status: number; data: unknown }> => {
    const googleResponse = await guardedFetch(resourceUrl, { ...REQUEST_LIMITS, ...fetchOptions, allowHosts }).catch(
      (readError: unknown) => {
        throw new GoogleRefusal('unavailable', { cause: readError })
      },
    )
    if (googleResponse.status >= 500 || googleResponse.status === 429)
      throw new GoogleRefusal('unavailable', { cause: new Error(`${resourceUrl} answered ${googleResponse.status}`) })
    try {
      return { status: googleResponse.status, data: JSON.parse(googleResponse.text()) }
    } catch (readError) {
      throw new GoogleRefusal('unavailable', { cause: readError })
    }
  }
  const cacheForAnHour = <T>(loadValue: () => Promise<T>) => {
    let cachedValue: { value: T; until: number } | undefined
    return async (mustRenew = false): Promise<T> => {
      if (mustRenew || !cachedValue || cachedValue.until <= Date.now())
        cachedValue = { value: await loadValue(), until: Date.now() + HOUR_MS }
      return cachedValue.value
    }
  }

  const endpoints = cacheForAnHour(async (): Promise<Endpoints> => {
    const { data } = await readJson(`${issuer}/.well-known/openid-configuration`)
    const parsedDocument = documentSchema.safeParse(data)
    if (parsedDocument.success && parsedDocument.data.issuer.replace(/\/+$/, '') === issuer) return parsedDocument.data
    throw new GoogleRefusal('unavailable', { cause: new Error(`${issuer} does not describe itself`) })
  })
  const signingKeys = cacheForAnHour(async () => {
    const { data } = await readJson((await endpoints()).jwks_uri)
    return createLocalJWKSet(data as JSONWebKeySet)
  })

  const claimsOf = async (idToken: string): Promise<JWTPayload> => {
    const expected = {
      issuer: (await endpoints()).issuer,
      audience: clientId,
      algorithms: SIGNING_ALGORITHMS,
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'iat', 'nonce'],
    }
    try {
      return (await jwtVerify(idToken, await signingKeys(), expected)).payload
    } catch (verifyError) {
      // Keys are changed now and then.
      if (!(verifyError instanceof errors.JWKSNoMatchingKey)) throw verifyError
      return (await jwtVerify(idToken, await signingKeys(true), expected)).payload
    }
  }

  return {
    issuer,
    ready: () => endpoints(),
    async authorizationUrl({ state, codeVerifier, nonce }) {
      const { authorization_endpoint } = await endpoints()
      return createAuthorizationURL({
        id: 'google',
        options: clientOptions,
        authorizationEndpoint: authorization_endpoint,
        redirectURI,
        scopes: OAUTH_SCOPES,
        state,
        codeVerifier,
        nonce,
        prompt: 'select_account',
      })
    },
    async redeem({ code, codeVerifier, nonce }) {
      const { token_endpoint } = await endpoints()
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI,
        options: clientOptions,
      })
      const { status, data } = await readJson(token_endpoint, { method: 'POST', headers, body: body.toString() })
      const parsedToken = tokenSchema.safeParse(data)
      if (status !== 200 || !parsedToken.success)
        throw new GoogleRefusal('refused', { cause: new Error(`${token_endpoint} answered ${status}`) })
      try {
        const claims = await claimsOf(parsedToken.data.id_token)
        if (claims.nonce !== nonce) throw new Error('the nonce is of another sign-in')
        return personFromClaims(claims)
      } catch (readError) {
        throw readError instanceof GoogleRefusal ? readError : new GoogleRefusal('refused', { cause: readError })
      }
    },
  }
}
