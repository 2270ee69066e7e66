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
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

const hashToken = (tokenText: string): string => createHash('sha256').update(tokenText).digest('base64url')
const createToken = (): string => randomBytes(32).toString('base64url')
const isEqualHash = (leftHash: string, rightHash: string): boolean =>
  leftHash.length === rightHash.length && timingSafeEqual(Buffer.from(leftHash), Buffer.from(rightHash))

/** The prefix keeps other hosts of the domain from setting it. */
const cookieName = (appUrl: URL): string => `${appUrl.protocol === 'https:' ? '__Host-' : ''}answerloom-connect`

/** Identifies this browser, if it has an id already. */
export function readBrowserToken(appUrl: URL, headers: Headers): string | null {
  const cookiePrefix = `${cookieName(appUrl)}=`
  const foundCookie = (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .find((cookieText) => cookieText.startsWith(cookiePrefix))
  const cookieToken = foundCookie?.slice(cookiePrefix.length) ?? ''
  return TOKEN_PATTERN.test(cookieToken) ? cookieToken : null
}

/** Two tabs that connect at the same time share the token: the later must not put an end to the earlier. */
export function ensureBrowserToken(appUrl: URL, headers: Headers, responseHeaders: Headers): string {
  const browserToken = readBrowserToken(appUrl, headers) ?? createToken()
  const secureAttribute = appUrl.protocol === 'https:' ? '; Secure' : ''
  responseHeaders.append(
    'set-cookie',
    `${cookieName(appUrl)}=${browserToken}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secureAttribute}`,
  )
  return browserToken
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
  const stateToken = createToken()
  const codeVerifier = createToken()
  const stateHash = hashToken(stateToken)
  await transaction.tx.insert(oauthStates).values({
    workspaceId: transaction.workspaceId,
    stateHash,
    userId,
    browserHash: hashToken(browser),
    type,
    verifier: sealed.seal(codeVerifier, `oauth ${stateHash}`),
    returnPath,
    expiresAt: sql`now() + ${STATE_LIFETIME}::interval` as unknown as Date,
  })
  return { state: stateToken, challenge: hashToken(codeVerifier) }
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
  callbackDetails: { state: string; userId: string | null; browser: string | null; type: ServiceKind },
): Promise<ConsumedOAuthState | null> {
  if (!TOKEN_PATTERN.test(callbackDetails.state)) return null
  const [stateRow] = await systemTransaction(services.workspaces.db, (transaction) =>
    transaction
      .delete(oauthStates)
      .where(eq(oauthStates.stateHash, hashToken(callbackDetails.state)))
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
  if (
    !stateRow?.inTime ||
    stateRow.type !== callbackDetails.type ||
    stateRow.userId !== callbackDetails.userId ||
    callbackDetails.browser === null
  )
    return null
  if (!isEqualHash(stateRow.browserHash, hashToken(callbackDetails.browser))) return null
  const codeVerifier = services.sealed.unseal(stateRow.verifier, `oauth ${stateRow.stateHash}`)
  return codeVerifier === null
    ? null
    : { workspaceId: stateRow.workspaceId, verifier: codeVerifier, returnPath: stateRow.returnPath }
}

/** Forgets those who never came back. */
export const deleteExpiredOAuthStates = async ({
  workspaces,
}: Pick<IntegrationServices, 'workspaces'>): Promise<void> => {
  await systemTransaction(workspaces.db, (transaction) =>
    transaction.delete(oauthStates).where(lt(oauthStates.expiresAt, sql`now()`)),
  )
}
