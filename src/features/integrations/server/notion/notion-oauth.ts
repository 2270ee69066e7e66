import { isHTTPResponseError, type OauthTokenResponse } from '@notionhq/client'
import { AccessEnded, type AccessGrant, type Credentials, type ProviderOAuth } from '../provider.ts'
import { notionClient, notionFailure } from './notion-client.ts'

const DEFAULT_ACCOUNT_NAME = 'Notion'

const credentialsOf = (tokenResponse: OauthTokenResponse): Credentials => ({
  accessToken: tokenResponse.access_token,
  refreshToken: tokenResponse.refresh_token,
  // Notion does not say when it ends: it is renewed when it is refused.
  expiresAt: null,
})

/** A code or refresh token that Notion does not take is over; anything else may work later. */
async function requireGrant<T>(signal: AbortSignal, requestToken: () => Promise<T>): Promise<T> {
  try {
    return await requestToken()
  } catch (grantError) {
    if (isHTTPResponseError(grantError) && (grantError.status === 400 || grantError.status === 401))
      throw new AccessEnded('Notion did not grant access.', { cause: grantError })
    throw notionFailure(grantError, signal)
  }
}

/** Signing in at Notion. People choose there which pages and databases we see. Notion has no PKCE. */
export function notionOAuth(apiUrl: string, oauthClient: { id: string; secret: string }): ProviderOAuth {
  const clientCredentials = { client_id: oauthClient.id, client_secret: oauthClient.secret }
  const oauthEndpoints = (signal: AbortSignal) => notionClient(apiUrl, { signal, retries: false }).oauth
  return {
    authorizeUrl: ({ state, redirectUri }) => {
      const authorizeUrl = new URL(`${apiUrl}/v1/oauth/authorize`)
      authorizeUrl.search = new URLSearchParams({
        client_id: oauthClient.id,
        response_type: 'code',
        owner: 'user',
        redirect_uri: redirectUri,
        state,
      }).toString()
      return authorizeUrl.href
    },
    exchange: async ({ code, redirectUri, signal }): Promise<AccessGrant> => {
      const tokenResponse = await requireGrant(signal, () =>
        oauthEndpoints(signal).token({
          ...clientCredentials,
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
        }),
      )
      return {
        credentials: credentialsOf(tokenResponse),
        accountName: tokenResponse.workspace_name ?? DEFAULT_ACCOUNT_NAME,
      }
    },
    renew: async ({ refreshToken }, signal) =>
      credentialsOf(
        await requireGrant(signal, () =>
          oauthEndpoints(signal).token({
            ...clientCredentials,
            grant_type: 'refresh_token',
            refresh_token: refreshToken ?? '',
          }),
        ),
      ),
    revoke: async ({ accessToken }, signal) => {
      await oauthEndpoints(signal).revoke({ ...clientCredentials, token: accessToken })
    },
  }
}
