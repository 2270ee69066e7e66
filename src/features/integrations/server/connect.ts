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
import { AccessEnded, type AccessGrant, ProviderDown, TokenRefused } from './provider.ts'
import { returnPathOf } from './return-path.ts'
import { type IntegrationServices, providerOf } from './services.ts'
import { startSync } from './start-sync.ts'

/** Redirect URI, which must be registered at the provider. */
export const redirectUriOf = (appUrl: URL, serviceKind: ServiceKind): string =>
  new URL(`/api/integrations/callback/${serviceKind}`, appUrl).href

const notSetUpError = ({ name, missing }: RegisteredProvider) =>
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
  connectOptions: { type: ServiceKind; returnUrl: string; browser: string },
): Promise<string> {
  const returnPath = returnPathOf(connectOptions.returnUrl, services.appUrl)
  if (returnPath === null)
    throw new AppError('invalid', 'integration.return_url', 'This address cannot be returned to.')
  const registeredProvider = providerOf(services, connectOptions.type)
  const { oauth } = registeredProvider
  if (!oauth) throw notSetUpError(registeredProvider)
  const { userId } = context
  if (userId === null) throw new AppError('forbidden', 'integration.person_only', 'Only a person can sign in there.')
  const oauthState = await inTransaction(context, (transaction) =>
    createOAuthState(services, transaction, {
      userId,
      browser: connectOptions.browser,
      type: connectOptions.type,
      returnPath,
    }),
  )
  return oauth.authorizeUrl({ ...oauthState, redirectUri: redirectUriOf(services.appUrl, connectOptions.type) })
}

/** Keeps what the provider gave: a new integration, or the old one made active again. The first import begins. */
export const keepGrant = (
  services: IntegrationServices,
  context: WorkspaceContext,
  serviceKind: ServiceKind,
  accessGrant: AccessGrant,
): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const integrationId = await upsertIntegration(services, transaction, serviceKind, accessGrant)
    await reattachItems(transaction, { id: integrationId, kind: serviceKind })
    await recordAudit(transaction, { action: 'integration.connected', subject: providerOf(services, serviceKind).name })
    const { mustChoose } = providerOf(services, serviceKind)
    const [integrationRow] = await transaction.tx
      .select()
      .from(integrations)
      .where(ofIntegration(transaction, integrationId))
    if (integrationRow?.chosen || !mustChoose) await startSync(services, transaction, integrationId)
    await integrationChanged(transaction, integrationId)
    return integrationId
  })

async function upsertIntegration(
  services: IntegrationServices,
  transaction: WorkspaceTransaction,
  serviceKind: ServiceKind,
  { accountName, credentials }: AccessGrant,
): Promise<string> {
  const { tx, workspaceId } = transaction
  // Two who connect at the same moment are one after the other here.
  await tx.insert(integrations).values({ workspaceId, id: newId(), type: serviceKind }).onConflictDoNothing()
  const [integrationRow] = await tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.type, serviceKind)))
    .for('update')
  if (!integrationRow) throw new Error('an integration just written is missing')
  const isOtherAccount = integrationRow.accountName !== '' && integrationRow.accountName !== accountName
  await tx
    .update(integrations)
    .set({
      isActive: true,
      reason: null,
      accountName,
      credentials: sealCredentials(services, integrationRow, credentials),
      credentialsVersion: sql`${integrations.credentialsVersion} + 1`,
      renewingUntil: null,
      // The selection of another account does not apply to this one.
      ...(isOtherAccount ? { chosen: null } : {}),
      cursor: null,
    })
    .where(ofIntegration(transaction, integrationRow.id))
  return integrationRow.id
}

const TOKEN_LIMIT_MS = 15_000

/**
 * Connects with a token that the user pasted.
 * @throws invalid `integration.token`; conflict `integration.no_token`; unavailable `integration.provider_down`
 */
export async function connectWithToken(
  services: IntegrationServices,
  context: WorkspaceContext,
  tokenOptions: { type: ServiceKind; token: string },
): Promise<Integration> {
  const { checkToken, name } = providerOf(services, tokenOptions.type)
  if (!checkToken) throw new AppError('conflict', 'integration.no_token', `${name} is connected by signing in there.`)
  const accessGrant = await checkToken(tokenOptions.token, AbortSignal.timeout(TOKEN_LIMIT_MS)).catch(
    (tokenError: unknown) => {
      const refusalMessage = `${name} does not accept this token.`
      if (tokenError instanceof AccessEnded || tokenError instanceof TokenRefused)
        throw new AppError('invalid', 'integration.token', refusalMessage, {
          details: { fields: [{ path: 'token', message: refusalMessage }] },
        })
      throw presentProviderError(tokenError)
    },
  )
  return inTransaction(context, async (transaction) =>
    readPresentedIntegration(
      services,
      transaction,
      await keepGrant(services, transaction, tokenOptions.type, accessGrant),
    ),
  )
}

/** Converts provider failures to messages for the waiting user; other errors pass unchanged. */
export function presentProviderError(providerError: unknown): unknown {
  if (providerError instanceof ProviderDown)
    return new AppError('unavailable', 'integration.provider_down', providerError.message, { cause: providerError })
  if (providerError instanceof DOMException && providerError.name === 'TimeoutError')
    return new AppError('unavailable', 'integration.provider_down', 'The service took too long to answer.', {
      cause: providerError,
    })
  if (providerError instanceof AccessEnded)
    return new AppError('conflict', 'integration.access_ended', providerError.message, { cause: providerError })
  return providerError
}
