import { z } from 'zod'
import { type GuardedResponse, guardedFetch } from '../../../../platform/outbound/index.ts'
import { AccessEnded, type Credentials, type Grant, ProviderDown, type ProviderOAuth } from '../provider.ts'
import { driveCalls } from './drive-client.ts'

/** To read files, and nothing else. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
const LIMITS = { timeoutMs: 15_000, maxBytes: 64 * 1024, maxRedirects: 0 }
const REFUSED = 'Google did not grant access.'
const DOWN = 'Google returned an unexpected response. Please try again later.'

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
export function driveOAuth(at: DriveAddresses, client: { id: string; secret: string }): ProviderOAuth {
  const secrets = { client_id: client.id, client_secret: client.secret }
  // The operator named this host, where it is not Google's.
  const allowHosts = [new URL(at.token).host, new URL(at.revoke).host]

  const post = async (url: string, fields: Record<string, string>, signal: AbortSignal): Promise<GuardedResponse> => {
    const answer = await guardedFetch(url, {
      ...LIMITS,
      allowHosts,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }).catch((cause: unknown) => {
      throw new ProviderDown(DOWN, { cause })
    })
    if (answer.status >= 500 || answer.status === 429) throw new ProviderDown(DOWN)
    return answer
  }
  const token = async (fields: Record<string, string>, signal: AbortSignal) => {
    const answer = await post(at.token, { ...secrets, ...fields }, signal)
    if (answer.status !== 200) throw new AccessEnded(REFUSED, { cause: new Error(`Google answered ${answer.status}`) })
    const read = tokenSchema.safeParse(parse(answer.text()))
    if (!read.success) throw new ProviderDown(DOWN, { cause: read.error })
    return read.data
  }

  return {
    authorizeUrl: ({ state, redirectUri, challenge }) => {
      const url = new URL(at.authorize)
      url.search = new URLSearchParams({
        client_id: client.id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: DRIVE_SCOPE,
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },
    exchange: async ({ code, redirectUri, verifier, signal }): Promise<Grant> => {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      const given = await token(fields, signal)
      // On Google's screen the box beside the one thing we ask for can be left empty.
      if (!given.scope.split(' ').includes(DRIVE_SCOPE)) throw new AccessEnded(REFUSED)
      if (!given.refresh_token) throw new AccessEnded('Google granted access for one hour only.')
      const credentials = credentialsOf(given, given.refresh_token)
      const calls = driveCalls(at.api, { withAccess: (call) => call(credentials.accessToken, signal) })
      const { user } = await calls((drive) => drive.about.get({ fields: 'user(emailAddress,displayName)' }))
      return { credentials, accountName: user?.emailAddress ?? user?.displayName ?? 'Google Drive' }
    },
    renew: async ({ refreshToken }, signal) => {
      const kept = refreshToken ?? ''
      return credentialsOf(await token({ grant_type: 'refresh_token', refresh_token: kept }, signal), kept)
    },
    revoke: async ({ refreshToken, accessToken }, signal) => {
      const answer = await post(at.revoke, { token: refreshToken ?? accessToken }, signal)
      if (answer.status !== 200) throw new Error(`Google answered ${answer.status}`)
    },
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const credentialsOf = (given: z.output<typeof tokenSchema>, refreshToken: string): Credentials => ({
  accessToken: given.access_token,
  refreshToken: given.refresh_token ?? refreshToken,
  expiresAt: Date.now() + given.expires_in * 1000,
})
