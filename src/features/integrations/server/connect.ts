import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ServiceKind } from '../../knowledge/contract.ts'
import { reattachItems } from '../../knowledge/server/index.ts'
import {
  inTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Integration } from '../contract.ts'
import { sealCredentials } from './credentials.ts'
import { integrationChanged, ofIntegration, readPresentedIntegration } from './integration-rows.ts'
import { integrations } from './integrations.table.ts'
import type { RegisteredProvider } from './load-providers.ts'
import { createOAuthState } from './oauth-state.ts'
import { AccessEnded, type Grant, ProviderDown, TokenRefused } from './provider.ts'
import { returnPathOf } from './return-path.ts'
import { type IntegrationServices, providerOf } from './services.ts'
import { startSync } from './start-sync.ts'

/** Redirect URI, which must be registered at the provider. */
export const redirectUriOf = (appUrl: URL, type: ServiceKind): string =>
  new URL(`/api/integrations/callback/${type}`, appUrl).href

const notSetUp = ({ name, missing }: RegisteredProvider) =>
  new AppError(
    'conflict',
    'integration.not_set_up',
    `Sign-in with ${name} is not set up on this server. Its operator must set ${missing.join(' and ')}.`,
  )

/**
 * Notes that this person goes to the provider in this browser. @returns where the browser goes
 * @throws invalid `integration.return_url`; conflict `integration.not_set_up`
 */
export async function startConnecting(
  services: IntegrationServices,
  context: WorkspaceContext,
  options: { type: ServiceKind; returnUrl: string; browser: string },
): Promise<string> {
  const returnPath = returnPathOf(options.returnUrl, services.appUrl)
  if (returnPath === null)
    throw new AppError('invalid', 'integration.return_url', 'This address cannot be returned to.')
  const provider = providerOf(services, options.type)
  const { oauth } = provider
  if (!oauth) throw notSetUp(provider)
  const { userId } = context
  if (userId === null) throw new AppError('forbidden', 'integration.person_only', 'Only a person can sign in there.')
  const oauthState = await inTransaction(context, (transaction) =>
    createOAuthState(services, transaction, { userId, browser: options.browser, type: options.type, returnPath }),
  )
  return oauth.authorizeUrl({ ...oauthState, redirectUri: redirectUriOf(services.appUrl, options.type) })
}

/** Keeps what the provider gave: a new integration, or the old one made active again. The first import begins. */
export const keepGrant = (
  services: IntegrationServices,
  context: WorkspaceContext,
  type: ServiceKind,
  grant: Grant,
): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const id = await putIntegration(services, transaction, type, grant)
    await reattachItems(transaction, { id, kind: type })
    await recordAudit(transaction, { action: 'integration.connected', subject: providerOf(services, type).name })
    const { mustChoose } = providerOf(services, type)
    const [row] = await transaction.tx.select().from(integrations).where(ofIntegration(transaction, id))
    if (row?.chosen || !mustChoose) await startSync(services, transaction, id)
    await integrationChanged(transaction, id)
    return id
  })

async function putIntegration(
  services: IntegrationServices,
  transaction: WorkspaceTransaction,
  type: ServiceKind,
  { accountName, credentials }: Grant,
): Promise<string> {
  const { tx, workspaceId } = transaction
  // Two who connect at the same moment are one after the other here.
  await tx.insert(integrations).values({ workspaceId, id: newId(), type }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.type, type)))
    .for('update')
  if (!row) throw new Error('an integration just written is missing')
  const isAnother = row.accountName !== '' && row.accountName !== accountName
  await tx
    .update(integrations)
    .set({
      isActive: true,
      reason: null,
      accountName,
      credentials: sealCredentials(services, row, credentials),
      credentialsVersion: sql`${integrations.credentialsVersion} + 1`,
      renewingUntil: null,
      // The selection of another account does not apply to this one.
      ...(isAnother ? { chosen: null } : {}),
      cursor: null,
    })
    .where(ofIntegration(transaction, row.id))
  return row.id
}

const TOKEN_LIMIT_MS = 15_000

/**
 * Connects with a token that the user pasted.
 * @throws invalid `integration.token`; conflict `integration.no_token`; unavailable `integration.provider_down`
 */
export async function connectWithToken(
  services: IntegrationServices,
  context: WorkspaceContext,
  options: { type: ServiceKind; token: string },
): Promise<Integration> {
  const { checkToken, name } = providerOf(services, options.type)
  if (!checkToken) throw new AppError('conflict', 'integration.no_token', `${name} is connected by signing in there.`)
  const grant = await checkToken(options.token, AbortSignal.timeout(TOKEN_LIMIT_MS)).catch((error: unknown) => {
    const message = `${name} does not accept this token.`
    if (error instanceof AccessEnded || error instanceof TokenRefused)
      throw new AppError('invalid', 'integration.token', message, {
        details: { fields: [{ path: 'token', message }] },
      })
    throw providerDown(error)
  })
  return inTransaction(context, async (transaction) =>
    readPresentedIntegration(services, transaction, await keepGrant(services, transaction, options.type, grant)),
  )
}

/** Converts provider failures to messages for the waiting user; other errors pass unchanged. */
export function providerDown(error: unknown): unknown {
  if (error instanceof ProviderDown)
    return new AppError('unavailable', 'integration.provider_down', error.message, { cause: error })
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AppError('unavailable', 'integration.provider_down', 'The service took too long to answer.', {
      cause: error,
    })
  if (error instanceof AccessEnded)
    return new AppError('conflict', 'integration.access_ended', error.message, { cause: error })
  return error
}
