import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../../../../kernel/ids.ts'
import { createSealedTexts } from '../../../../platform/sealed-texts/index.ts'
import {
  type GrantedKey,
  insertGrantedKey,
  renewGrantedKey,
  type WorkspaceServices,
} from '../../../workspaces/server/index.ts'
import { isRegisteredRedirect } from '../../domain/oauth-rules.ts'

/** A code is exchanged at once, by a program. */
const CODE_LIFETIME_MS = 60_000
const CLIENT_CONTEXT = 'mcp client'
const CODE_CONTEXT = 'mcp code'
const REFRESH_CONTEXT = 'mcp refresh token'

const clientSchema = z.object({ name: z.string(), redirect_uris: z.array(z.string()) })
export type OAuthClient = z.output<typeof clientSchema>

const codeSchema = z.object({
  /** Becomes the id of the key: a code that is exchanged twice meets its own key. */
  id: z.string(),
  workspace_id: z.string(),
  user_id: z.string(),
  scope: z.enum(['read', 'write']),
  name: z.string(),
  client: z.string(),
  redirect_uri: z.string(),
  challenge: z.string(),
  expires: z.number(),
})
type SealedCode = z.output<typeof codeSchema>

const refreshSchema = z.object({
  id: z.string(),
  workspaceId: z.string(),
  keyHash: z.string(),
  client: z.string(),
})

/** An access token, and the refresh token for the next one. */
export interface IssuedTokens {
  key: string
  scope: GrantedKey['scope']
  refreshToken: string
}

export interface CodeExchange {
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}

const hashText = (plainText: string) => createHash('sha256').update(plainText).digest('base64url')

function isEqualSecret(leftText: string, rightText: string): boolean {
  const [a, b] = [Buffer.from(leftText), Buffer.from(rightText)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parseUnsealed<T>(contentSchema: z.ZodType<T>, unsealedText: string | null): T | null {
  return unsealedText === null ? null : contentSchema.parse(JSON.parse(unsealedText))
}

/**
 * The authorization server for assistants, without state of its own: a client's id is its sealed registration, a code is
 * its sealed grant, and a token is an API key of the workspace, which owners see and revoke where they have the others. A
 * refresh token is the sealed name of the key that it was issued with.
 */
export function createOAuth(services: WorkspaceServices, secretKeys: readonly string[]) {
  const { seal, unseal } = createSealedTexts(secretKeys)
  const issuedTokensOf = (grantedKey: GrantedKey | null, clientHash: string): IssuedTokens | null =>
    grantedKey && {
      key: grantedKey.key,
      scope: grantedKey.scope,
      refreshToken: seal(JSON.stringify({ ...grantedKey.renewal, client: clientHash }), REFRESH_CONTEXT),
    }
  return {
    register: (oauthClient: OAuthClient): string => seal(JSON.stringify(oauthClient), CLIENT_CONTEXT),
    /** Null for ids that this instance did not issue. */
    readClient: (clientId: string): OAuthClient | null => parseUnsealed(clientSchema, unseal(clientId, CLIENT_CONTEXT)),
    issueCode: (codeGrant: Omit<SealedCode, 'client' | 'expires' | 'id'> & { clientId: string }): string => {
      const { clientId, ...code } = codeGrant
      return seal(
        JSON.stringify({ ...code, id: newId(), client: hashText(clientId), expires: Date.now() + CODE_LIFETIME_MS }),
        CODE_CONTEXT,
      )
    },
    /** The tokens for a code. Null for a code that is expired, used, altered, or issued for another client. */
    exchange: async (codeExchange: CodeExchange): Promise<IssuedTokens | null> => {
      const sealedCode = parseUnsealed(codeSchema, unseal(codeExchange.code, CODE_CONTEXT))
      if (!sealedCode || sealedCode.expires < Date.now()) return null
      const isForClient =
        isEqualSecret(sealedCode.client, hashText(codeExchange.clientId)) &&
        sealedCode.redirect_uri === codeExchange.redirectUri &&
        isEqualSecret(sealedCode.challenge, hashText(codeExchange.verifier))
      if (!isForClient) return null
      const { id, workspace_id: workspaceId, user_id: userId, name, scope } = sealedCode
      return issuedTokensOf(
        await insertGrantedKey(services, { id, workspaceId, userId, name, scope }),
        sealedCode.client,
      )
    },
    /** The next tokens for a refresh token, which is then used up. Null when it is used, altered, or another client's. */
    refresh: async (refreshRequest: { refreshToken: string; clientId: string }): Promise<IssuedTokens | null> => {
      const refreshToken = parseUnsealed(refreshSchema, unseal(refreshRequest.refreshToken, REFRESH_CONTEXT))
      if (!refreshToken || !isEqualSecret(refreshToken.client, hashText(refreshRequest.clientId))) return null
      const { client, ...renewal } = refreshToken
      return issuedTokensOf(await renewGrantedKey(services, renewal), client)
    },
  }
}
export type OAuth = ReturnType<typeof createOAuth>

/** The client of a request, where it may be answered at this address. */
export function clientFor(oauth: OAuth, clientId: string, redirectUri: string): OAuthClient | null {
  const oauthClient = oauth.readClient(clientId)
  return oauthClient && isRegisteredRedirect(redirectUri, oauthClient.redirect_uris) ? oauthClient : null
}
