import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { ServiceKind } from '../../knowledge/contract.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { oauthStates } from './integrations.table.ts'
import type { IntegrationServices } from './services.ts'

/** Maximum duration of the consent at the provider. */
const STATE_LIFETIME = '10 minutes'
const COOKIE_SECONDS = 600
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const newToken = (): string => randomBytes(32).toString('base64url')
const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

/** The prefix keeps other hosts of the domain from setting it. */
const cookieName = (appUrl: URL): string => `${appUrl.protocol === 'https:' ? '__Host-' : ''}answerloom-connect`

/** Identifies this browser, if it has an id already. */
export function browserToken(appUrl: URL, headers: Headers): string | null {
  const name = `${cookieName(appUrl)}=`
  const found = (headers.get('cookie') ?? '').split(/;\s*/).find((part) => part.startsWith(name))
  const token = found?.slice(name.length) ?? ''
  return TOKEN.test(token) ? token : null
}

/** Two tabs that connect at the same time share the token: the later must not put an end to the earlier. */
export function ensureBrowserToken(appUrl: URL, headers: Headers, responseHeaders: Headers): string {
  const token = browserToken(appUrl, headers) ?? newToken()
  const secure = appUrl.protocol === 'https:' ? '; Secure' : ''
  responseHeaders.append(
    'set-cookie',
    `${cookieName(appUrl)}=${token}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
  return token
}

interface OAuthState {
  userId: string
  browser: string
  type: ServiceKind
  returnPath: string
}

/** Notes who has gone to the provider. @returns what travels there: the state, and the challenge of PKCE */
export async function createOAuthState(
  { sealed }: Pick<IntegrationServices, 'sealed'>,
  transaction: WorkspaceTransaction,
  { userId, browser, type, returnPath }: OAuthState,
): Promise<{ state: string; challenge: string }> {
  const state = newToken()
  const verifier = newToken()
  const stateHash = hashOf(state)
  await transaction.tx.insert(oauthStates).values({
    workspaceId: transaction.workspaceId,
    stateHash,
    userId,
    browserHash: hashOf(browser),
    type,
    verifier: sealed.seal(verifier, `oauth ${stateHash}`),
    returnPath,
    expiresAt: sql`now() + ${STATE_LIFETIME}::interval` as unknown as Date,
  })
  return { state, challenge: hashOf(verifier) }
}

export interface ConsumedOAuthState {
  workspaceId: string
  verifier: string
  returnPath: string
}

/**
 * Consumes a returned state, so that it cannot be used twice. Returns null unless it belongs to this user in this
 * browser and provider and has not expired.
 */
export async function consumeOAuthState(
  services: Pick<IntegrationServices, 'sealed' | 'workspaces'>,
  options: { state: string; userId: string | null; browser: string | null; type: ServiceKind },
): Promise<ConsumedOAuthState | null> {
  if (!TOKEN.test(options.state)) return null
  const [row] = await systemTransaction(services.workspaces.db, (transaction) =>
    transaction
      .delete(oauthStates)
      .where(eq(oauthStates.stateHash, hashOf(options.state)))
      .returning({
        workspaceId: oauthStates.workspaceId,
        stateHash: oauthStates.stateHash,
        userId: oauthStates.userId,
        browserHash: oauthStates.browserHash,
        type: oauthStates.type,
        verifier: oauthStates.verifier,
        returnPath: oauthStates.returnPath,
        inTime: sql<boolean>`${oauthStates.expiresAt} > now()`,
      }),
  )
  if (!row?.inTime || row.type !== options.type || row.userId !== options.userId || options.browser === null)
    return null
  if (!isSame(row.browserHash, hashOf(options.browser))) return null
  const verifier = services.sealed.unseal(row.verifier, `oauth ${row.stateHash}`)
  return verifier === null ? null : { workspaceId: row.workspaceId, verifier, returnPath: row.returnPath }
}

/** Forgets those who never came back. */
export const deleteExpiredOAuthStates = async ({
  workspaces,
}: Pick<IntegrationServices, 'workspaces'>): Promise<void> => {
  await systemTransaction(workspaces.db, (transaction) =>
    transaction.delete(oauthStates).where(lt(oauthStates.expiresAt, sql`now()`)),
  )
}
