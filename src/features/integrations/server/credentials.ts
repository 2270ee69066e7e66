import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { type IntegrationRow, integrationChanged, ofIntegration, readIntegration } from './integration-rows.ts'
import { integrations } from './integrations.table.ts'
import type { RegisteredProvider } from './load-providers.ts'
import { AccessEnded, type Credentials, TokenRefused, type WithAccess } from './provider.ts'
import { type IntegrationServices, providerOf } from './services.ts'

/** An access token that ends sooner is renewed before it is used. */
const EXPIRY_MARGIN_MS = 60_000
/** Renewing takes no longer; after that another process may try. */
const RENEWAL_LEASE = '30 seconds'
const RENEW_LIMIT_MS = 20_000
const RENEWAL_POLL_MS = 150

const sealingContext = (integrationRow: Pick<IntegrationRow, 'workspaceId' | 'id'>): string =>
  `integration ${integrationRow.workspaceId} ${integrationRow.id}`

/** Context of the sealing: credentials copied to another row cannot be opened. */
export const sealCredentials = (
  { sealed }: Pick<IntegrationServices, 'sealed'>,
  integrationRow: Pick<IntegrationRow, 'workspaceId' | 'id'>,
  credentials: Credentials,
): string => sealed.seal(JSON.stringify(credentials), sealingContext(integrationRow))

/** Null where there are none, or where no key of this instance opens them. */
export function openCredentials(
  { sealed }: Pick<IntegrationServices, 'sealed'>,
  integrationRow: Pick<IntegrationRow, 'workspaceId' | 'id' | 'credentials'>,
): Credentials | null {
  const credentialsJson =
    integrationRow.credentials === null
      ? null
      : sealed.unseal(integrationRow.credentials, sealingContext(integrationRow))
  return credentialsJson === null ? null : (JSON.parse(credentialsJson) as Credentials)
}

export const accessEndedReason = (registeredProvider: Pick<RegisteredProvider, 'name'>): string =>
  `${registeredProvider.name} no longer grants access. Connect it again. Imported content is still used for answers.`

/** Marks the integration as disconnected: deletes its credentials, unless they were replaced. */
const endAccess = (
  context: WorkspaceContext,
  integrationId: string,
  credentialsVersion: number,
  endReason: string,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx
      .update(integrations)
      .set({ isActive: false, reason: endReason, credentials: null, renewingUntil: null, nextSyncAt: null })
      .where(and(ofIntegration(transaction, integrationId), eq(integrations.credentialsVersion, credentialsVersion)))
    await integrationChanged(transaction, integrationId)
  })

interface ActiveCredentials {
  version: number
  credentials: Credentials
}

async function readActiveCredentials(
  services: IntegrationServices,
  transaction: WorkspaceTransaction,
  integrationId: string,
): Promise<ActiveCredentials> {
  const integrationRow = await readIntegration(transaction, integrationId)
  const credentials = integrationRow.isActive ? openCredentials(services, integrationRow) : null
  if (!credentials) throw new AccessEnded(accessEndedReason(providerOf(services, integrationRow.type)))
  return { version: integrationRow.credentialsVersion, credentials }
}

/**
 * Returns true when this process must refresh the token: one process at a time, and none when it was refreshed already.
 */
const claimRenewal = (context: WorkspaceContext, integrationId: string, credentialsVersion: number): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const claimedRows = await transaction.tx
      .update(integrations)
      .set({ renewingUntil: sql`now() + ${RENEWAL_LEASE}::interval` })
      .where(
        and(
          ofIntegration(transaction, integrationId),
          eq(integrations.credentialsVersion, credentialsVersion),
          or(isNull(integrations.renewingUntil), lt(integrations.renewingUntil, sql`now()`)),
        ),
      )
      .returning({ id: integrations.id })
    return claimedRows.length > 0
  })

async function renewCredentials(
  services: IntegrationServices,
  context: WorkspaceContext,
  integrationId: string,
  activeCredentials: ActiveCredentials,
): Promise<void> {
  const integrationRow = await inTransaction(context, (transaction) => readIntegration(transaction, integrationId))
  const registeredProvider = providerOf(services, integrationRow.type)
  const releaseRenewal = (columnChanges: Partial<typeof integrations.$inferInsert>) =>
    inTransaction(context, (transaction) =>
      transaction.tx
        .update(integrations)
        .set({ renewingUntil: null, ...columnChanges })
        .where(
          and(
            ofIntegration(transaction, integrationId),
            eq(integrations.credentialsVersion, activeCredentials.version),
          ),
        ),
    )
  if (!registeredProvider.oauth || activeCredentials.credentials.refreshToken === null) {
    await releaseRenewal({})
    throw new AccessEnded(accessEndedReason(registeredProvider))
  }
  try {
    const renewedCredentials = await registeredProvider.oauth.renew(
      activeCredentials.credentials,
      AbortSignal.timeout(RENEW_LIMIT_MS),
    )
    await releaseRenewal({
      credentials: sealCredentials(services, integrationRow, renewedCredentials),
      credentialsVersion: activeCredentials.version + 1,
    })
  } catch (renewalError) {
    await releaseRenewal({})
    throw renewalError
  }
}

/**
 * Credentials that last a moment longer. `refused` is the version the provider has just refused: then newer ones, which
 * this process or another makes. The provider gives each refresh token's successor only once, so no two may ask.
 * @throws AccessEnded where there are none any more; ProviderDown
 */
async function currentCredentials(
  services: IntegrationServices,
  context: WorkspaceContext,
  integrationId: string,
  credentialOptions: { refused: number | null; signal: AbortSignal },
): Promise<ActiveCredentials> {
  for (;;) {
    credentialOptions.signal.throwIfAborted()
    const activeCredentials = await inTransaction(context, (transaction) =>
      readActiveCredentials(services, transaction, integrationId),
    )
    const { expiresAt } = activeCredentials.credentials
    const isExpiring = expiresAt !== null && expiresAt < Date.now() + EXPIRY_MARGIN_MS
    if (activeCredentials.version !== credentialOptions.refused && !isExpiring) return activeCredentials
    if (await claimRenewal(context, integrationId, activeCredentials.version))
      await renewCredentials(services, context, integrationId, activeCredentials)
    else await pause(RENEWAL_POLL_MS, undefined, { signal: credentialOptions.signal })
  }
}

/**
 * Calls an integration's provider. Refreshes a rejected token once; a second rejection ends the access until the
 * integration is connected again.
 */
export function accessTo(
  services: IntegrationServices,
  context: WorkspaceContext,
  integrationId: string,
  signal: AbortSignal,
): WithAccess {
  return async (callProvider) => {
    let refusedVersion: number | null = null
    let usedVersion: number | null = null
    try {
      for (;;) {
        const activeCredentials = await currentCredentials(services, context, integrationId, {
          refused: refusedVersion,
          signal,
        })
        usedVersion = activeCredentials.version
        try {
          return await callProvider(activeCredentials.credentials.accessToken, signal)
        } catch (callError) {
          if (!(callError instanceof TokenRefused)) throw callError
          if (refusedVersion !== null) throw new AccessEnded(callError.message, { cause: callError })
          refusedVersion = activeCredentials.version
        }
      }
    } catch (accessError) {
      if (!(accessError instanceof AccessEnded)) throw accessError
      const integrationRow = await inTransaction(context, (transaction) => readIntegration(transaction, integrationId))
      const endReason = accessEndedReason(providerOf(services, integrationRow.type))
      if (
        integrationRow.isActive &&
        (usedVersion ?? integrationRow.credentialsVersion) === integrationRow.credentialsVersion
      )
        await endAccess(context, integrationId, integrationRow.credentialsVersion, endReason)
      throw new AccessEnded(endReason, { cause: accessError })
    }
  }
}
