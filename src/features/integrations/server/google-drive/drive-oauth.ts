import { z } from 'zod'
import { type GuardedResponse, guardedFetch } from '../../../../platform/outbound/index.ts'
import { AccessEnded, type AccessGrant, type Credentials, ProviderDown, type ProviderOAuth } from '../provider.ts'
import { driveCalls } from './drive-client.ts'

/** To read files, and nothing else. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
const REQUEST_LIMITS = { timeoutMs: 15_000, maxBytes: 64 * 1024, maxRedirects: 0 }
const ACCESS_REFUSED = 'Google did not grant access.'
const UNEXPECTED_RESPONSE = 'Google returned an unexpected response. Please try again later.'

/** Google's addresses, or the one in their place. */
export interface DriveAddresses {
  authorize: string
  token: string
  revoke: string
  /** Base URL of `/drive/v3`. */
  api: string
}

export const driveAddresses = (apiUrl: string | null): DriveAddresses =>
  apiUrl === null
    ? {
        authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
        token: 'https://oauth2.googleapis.com/token',
        revoke: 'https://oauth2.googleapis.com/revoke',
        api: 'https://www.googleapis.com',
      }
    : {
        authorize: `${apiUrl}/o/oauth2/v2/auth`,
        token: `${apiUrl}/token`,
        revoke: `${apiUrl}/revoke`,
        api: apiUrl,
      }

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive().default(3600),
  scope: z.string().default(''),
})

/** Signing in at Google for reading files, with PKCE. Consent is asked for each time: only then a refresh token comes. */
export function driveOAuth(addresses: DriveAddresses, oauthClient: { id: string; secret: string }): ProviderOAuth {
  const clientCredentials = { client_id: oauthClient.id, client_secret: oauthClient.secret }
  // The operator named this host, where it is not Google's.
  const allowedHosts = [new URL(addresses.token).host, new URL(addresses.revoke).host]

  const postForm = async (
    endpointUrl: string,
    formFields: Record<string, string>,
    signal: AbortSignal,
  ): Promise<GuardedResponse> => {
    const response = await guardedFetch(endpointUrl, {
      ...REQUEST_LIMITS,
      allowHosts: allowedHosts,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(formFields).toString(),
    }).catch((cause: unknown) => {
      throw new ProviderDown(UNEXPECTED_RESPONSE, { cause })
    })
    if (response.status >= 500 || response.status === 429) throw new ProviderDown(UNEXPECTED_RESPONSE)
    return response
  }
  const requestToken = async (tokenFields: Record<string, string>, signal: AbortSignal) => {
    const tokenResponse = await postForm(addresses.token, { ...clientCredentials, ...tokenFields }, signal)
    if (tokenResponse.status !== 200)
      throw new AccessEnded(ACCESS_REFUSED, { cause: new Error(`Google answered ${tokenResponse.status}`) })
    const parsedToken = tokenSchema.safeParse(parseJson(tokenResponse.text()))
    if (!parsedToken.success) throw new ProviderDown(UNEXPECTED_RESPONSE, { cause: parsedToken.error })
    return parsedToken.data
  }

  return {
    authorizeUrl: ({ state, redirectUri, challenge }) => {
      const authorizeUrl = new URL(addresses.authorize)
      authorizeUrl.search = new URLSearchParams({
        client_id: oauthClient.id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: DRIVE_SCOPE,
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString()
      return authorizeUrl.href
    },
    exchange: async ({ code, redirectUri, verifier, signal }): Promise<AccessGrant> => {
      const codeFields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      const grantedToken = await requestToken(codeFields, signal)
      // On Google's screen the box beside the one thing we ask for can be left empty.
      if (!grantedToken.scope.split(' ').includes(DRIVE_SCOPE)) throw new AccessEnded(ACCESS_REFUSED)
      if (!grantedToken.refresh_token) throw new AccessEnded('Google granted access for one hour only.')
      const grantedCredentials = credentialsOf(grantedToken, grantedToken.refresh_token)
      const driveCall = driveCalls(addresses.api, {
        withAccess: (callProvider) => callProvider(grantedCredentials.accessToken, signal),
      })
      const { user } = await driveCall((drive) => drive.about.get({ fields: 'user(emailAddress,displayName)' }))
      return { credentials: grantedCredentials, accountName: user?.emailAddress ?? user?.displayName ?? 'Google Drive' }
    },
    renew: async ({ refreshToken }, signal) => {
      const currentRefreshToken = refreshToken ?? ''
      return credentialsOf(
        await requestToken({ grant_type: 'refresh_token', refresh_token: currentRefreshToken }, signal),
        currentRefreshToken,
      )
    },
    revoke: async ({ refreshToken, accessToken }, signal) => {
      const revokeResponse = await postForm(addresses.revoke, { token: refreshToken ?? accessToken }, signal)
      if (revokeResponse.status !== 200) throw new Error(`Google answered ${revokeResponse.status}`)
    },
  }
}

const parseJson = (jsonText: string): unknown => {
  try {
    return JSON.parse(jsonText)
  } catch {
    return null
  }
}

const credentialsOf = (grantedToken: z.output<typeof tokenSchema>, refreshToken: string): Credentials => ({
  accessToken: grantedToken.access_token,
  refreshToken: grantedToken.refresh_token ?? refreshToken,
  expiresAt: Date.now() + grantedToken.expires_in * 1000,
})
