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
import { isRegistered } from '../../domain/oauth-rules.ts'

/** A code is exchanged at once, by a program. */
const CODE_MS = 60_000
const CLIENT = 'mcp client'
const CODE = 'mcp code'
const REFRESH = 'mcp refresh token'

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
type Code = z.output<typeof codeSchema>

const refreshSchema = z.object({
  id: z.string(),
  workspaceId: z.string(),
  keyHash: z.string(),
  client: z.string(),
})

/** An access token, and the refresh token for the next one. */
export interface Tokens {
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

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function opened<T>(schema: z.ZodType<T>, text: string | null): T | null {
  return text === null ? null : schema.parse(JSON.parse(text))
}

/**
 * The authorization server for assistants, without state of its own: a client's id is its sealed registration, a code is
 * its sealed grant, and a token is an API key of the workspace, which owners see and revoke where they have the others. A
 * refresh token is the sealed name of the key that it was issued with.
 */
export function createOAuth(services: WorkspaceServices, secretKeys: readonly string[]) {
  const { seal, unseal } = createSealedTexts(secretKeys)
  const tokensOf = (granted: GrantedKey | null, client: string): Tokens | null =>
    granted && {
      key: granted.key,
      scope: granted.scope,
      refreshToken: seal(JSON.stringify({ ...granted.renewal, client }), REFRESH),
    }
  return {
    register: (client: OAuthClient): string => seal(JSON.stringify(client), CLIENT),
    /** Null for ids that this instance did not issue. */
    readClient: (clientId: string): OAuthClient | null => opened(clientSchema, unseal(clientId, CLIENT)),
    issueCode: (grant: Omit<Code, 'client' | 'expires' | 'id'> & { clientId: string }): string => {
      const { clientId, ...code } = grant
      return seal(
        JSON.stringify({ ...code, id: newId(), client: hashed(clientId), expires: Date.now() + CODE_MS }),
        CODE,
      )
    },
    /** The tokens for a code. Null for a code that is expired, used, altered, or issued for another client. */
    exchange: async (asked: CodeExchange): Promise<Tokens | null> => {
      const code = opened(codeSchema, unseal(asked.code, CODE))
      if (!code || code.expires < Date.now()) return null
      const isMeant =
        isSame(code.client, hashed(asked.clientId)) &&
        code.redirect_uri === asked.redirectUri &&
        isSame(code.challenge, hashed(asked.verifier))
      if (!isMeant) return null
      const { id, workspace_id: workspaceId, user_id: userId, name, scope } = code
      return tokensOf(await insertGrantedKey(services, { id, workspaceId, userId, name, scope }), code.client)
    },
    /** The next tokens for a refresh token, which is then used up. Null when it is used, altered, or another client's. */
    refresh: async (asked: { refreshToken: string; clientId: string }): Promise<Tokens | null> => {
      const token = opened(refreshSchema, unseal(asked.refreshToken, REFRESH))
      if (!token || !isSame(token.client, hashed(asked.clientId))) return null
      const { client, ...renewal } = token
      return tokensOf(await renewGrantedKey(services, renewal), client)
    },
  }
}
export type OAuth = ReturnType<typeof createOAuth>

/** The client of a request, where it may be answered at this address. */
export function clientFor(oauth: OAuth, clientId: string, redirectUri: string): OAuthClient | null {
  const client = oauth.readClient(clientId)
  return client && isRegistered(redirectUri, client.redirect_uris) ? client : null
}
