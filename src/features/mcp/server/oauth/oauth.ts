import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../../../../kernel/ids.ts'
import { createSealedTexts } from '../../../../platform/sealed-texts/index.ts'
import { insertGrantedKey, type WorkspaceServices } from '../../../workspaces/server/index.ts'
import { isRegistered, type Scope } from '../../domain/oauth-rules.ts'

/** A code is exchanged at once, by a program. */
const CODE_MS = 60_000
const CLIENT = 'mcp client'
const CODE = 'mcp code'

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
 * its sealed grant, and a token is an API key of the workspace, which owners see and revoke where they have the others.
 */
export function createOAuth(services: WorkspaceServices, secretKeys: readonly string[]) {
  const { seal, unseal } = createSealedTexts(secretKeys)
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
    /** The API key for a code. Null for a code that is expired, used, altered, or issued for another client. */
    exchange: async (asked: CodeExchange): Promise<{ key: string; scope: Scope } | null> => {
      const code = opened(codeSchema, unseal(asked.code, CODE))
      if (!code || code.expires < Date.now()) return null
      const isMeant =
        isSame(code.client, hashed(asked.clientId)) &&
        code.redirect_uri === asked.redirectUri &&
        isSame(code.challenge, hashed(asked.verifier))
      if (!isMeant) return null
      const { id, workspace_id: workspaceId, user_id: userId, name, scope } = code
      const key = await insertGrantedKey(services, { id, workspaceId, userId, name, scope })
      return key === null ? null : { key, scope }
    },
  }
}
export type OAuth = ReturnType<typeof createOAuth>

/** The client of a request, where it may be answered at this address. */
export function clientFor(oauth: OAuth, clientId: string, redirectUri: string): OAuthClient | null {
  const client = oauth.readClient(clientId)
  return client && isRegistered(redirectUri, client.redirect_uris) ? client : null
}
