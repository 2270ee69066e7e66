import { isHTTPResponseError, type OauthTokenResponse } from '@notionhq/client'
import { AccessEnded, type Credentials, type Grant, type ProviderOAuth } from '../provider.ts'
import { notionClient, notionFailure } from './notion-client.ts'

const UNNAMED = 'Notion'

const credentialsOf = (token: OauthTokenResponse): Credentials => ({
  accessToken: token.access_token,
  refreshToken: token.refresh_token,
  // Notion does not say when it ends: it is renewed when it is refused.
  expiresAt: null,
})

/** A code or refresh token that Notion does not take is over; anything else may work later. */
async function granted<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isHTTPResponseError(error) && (error.status === 400 || error.status === 401))
      throw new AccessEnded('Notion did not grant access.', { cause: error })
    throw notionFailure(error, signal)
  }
}

/** Signing in at Notion. People choose there which pages and databases we see. Notion has no PKCE. */
export function notionOAuth(apiUrl: string, client: { id: string; secret: string }): ProviderOAuth {
  const secrets = { client_id: client.id, client_secret: client.secret }
  const oauth = (signal: AbortSignal) => notionClient(apiUrl, { signal, retries: false }).oauth
  return {
    authorizeUrl: ({ state, redirectUri }) => {
      const url = new URL(`${apiUrl}/v1/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: client.id,
        response_type: 'code',
        owner: 'user',
        redirect_uri: redirectUri,
        state,
      }).toString()
      return url.href
    },
    exchange: async ({ code, redirectUri, signal }): Promise<Grant> => {
      const token = await granted(signal, () =>
        oauth(signal).token({ ...secrets, grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      )
      return { credentials: credentialsOf(token), accountName: token.workspace_name ?? UNNAMED }
    },
    renew: async ({ refreshToken }, signal) =>
      credentialsOf(
        await granted(signal, () =>
          oauth(signal).token({ ...secrets, grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }),
        ),
      ),
    revoke: async ({ accessToken }, signal) => {
      await oauth(signal).revoke({ ...secrets, token: accessToken })
    },
  }
}
