import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { type IntegrationRow, integrationChanged, ofIntegration, readIntegration } from './integration-rows.ts'
import { integrations } from './integrations.table.ts'
import type { RegisteredProvider } from './load-providers.ts'
import { AccessEnded, type Credentials, TokenRefused, type WithAccess } from './provider.ts'
import { type IntegrationServices, providerOf } from './services.ts'

/** An access token that ends sooner is renewed before it is used. */
const SPARE_MS = 60_000
/** Renewing takes no longer; after that another process may try. */
const LEASE = '30 seconds'
const RENEW_LIMIT_MS = 20_000
const LOOK_AGAIN_MS = 150

const contextOf = (row: Pick<IntegrationRow, 'workspaceId' | 'id'>): string =>
  `integration ${row.workspaceId} ${row.id}`

/** Context of the sealing: credentials copied to another row cannot be opened. */
export const sealCredentials = (
  { sealed }: Pick<IntegrationServices, 'sealed'>,
  row: Pick<IntegrationRow, 'workspaceId' | 'id'>,
  credentials: Credentials,
): string => sealed.seal(JSON.stringify(credentials), contextOf(row))

/** Null where there are none, or where no key of this instance opens them. */
export function openCredentials(
  { sealed }: Pick<IntegrationServices, 'sealed'>,
  row: Pick<IntegrationRow, 'workspaceId' | 'id' | 'credentials'>,
): Credentials | null {
  const text = row.credentials === null ? null : sealed.unseal(row.credentials, contextOf(row))
  return text === null ? null : (JSON.parse(text) as Credentials)
}

export const accessEndedReason = (provider: Pick<RegisteredProvider, 'name'>): string =>
  `${provider.name} no longer grants access. Connect it again. Imported content is still used for answers.`

/** Marks the integration as disconnected: deletes its credentials, unless they were replaced. */
const endAccess = (context: WorkspaceContext, id: string, version: number, reason: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx
      .update(integrations)
      .set({ isActive: false, reason, credentials: null, renewingUntil: null, nextSyncAt: null })
      .where(and(ofIntegration(transaction, id), eq(integrations.credentialsVersion, version)))
    await integrationChanged(transaction, id)
  })

interface ActiveCredentials {
  version: number
  credentials: Credentials
}

async function readActiveCredentials(
  services: IntegrationServices,
  transaction: WorkspaceTransaction,
  id: string,
): Promise<ActiveCredentials> {
  const row = await readIntegration(transaction, id)
  const credentials = row.isActive ? openCredentials(services, row) : null
  if (!credentials) throw new AccessEnded(accessEndedReason(providerOf(services, row.type)))
  return { version: row.credentialsVersion, credentials }
}

/**
 * Returns true when this process must refresh the token: one process at a time, and none when it was refreshed already.
 */
const claim = (context: WorkspaceContext, id: string, version: number): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .update(integrations)
      .set({ renewingUntil: sql`now() + ${LEASE}::interval` })
      .where(
        and(
          ofIntegration(transaction, id),
          eq(integrations.credentialsVersion, version),
          or(isNull(integrations.renewingUntil), lt(integrations.renewingUntil, sql`now()`)),
        ),
      )
      .returning({ id: integrations.id })
    return rows.length > 0
  })

async function renew(
  services: IntegrationServices,
  context: WorkspaceContext,
  id: string,
  current: ActiveCredentials,
): Promise<void> {
  const row = await inTransaction(context, (transaction) => readIntegration(transaction, id))
  const provider = providerOf(services, row.type)
  const done = (change: Partial<typeof integrations.$inferInsert>) =>
    inTransaction(context, (transaction) =>
      transaction.tx
        .update(integrations)
        .set({ renewingUntil: null, ...change })
        .where(and(ofIntegration(transaction, id), eq(integrations.credentialsVersion, current.version))),
    )
  if (!provider.oauth || current.credentials.refreshToken === null) {
    await done({})
    throw new AccessEnded(accessEndedReason(provider))
  }
  try {
    const renewed = await provider.oauth.renew(current.credentials, AbortSignal.timeout(RENEW_LIMIT_MS))
    await done({ credentials: sealCredentials(services, row, renewed), credentialsVersion: current.version + 1 })
  } catch (error) {
    await done({})
    throw error
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
  id: string,
  options: { refused: number | null; signal: AbortSignal },
): Promise<ActiveCredentials> {
  for (;;) {
    options.signal.throwIfAborted()
    const current = await inTransaction(context, (transaction) => readActiveCredentials(services, transaction, id))
    const { expiresAt } = current.credentials
    const isOver = expiresAt !== null && expiresAt < Date.now() + SPARE_MS
    if (current.version !== options.refused && !isOver) return current
    if (await claim(context, id, current.version)) await renew(services, context, id, current)
    else await pause(LOOK_AGAIN_MS, undefined, { signal: options.signal })
  }
}

/**
 * Calls an integration's provider. Refreshes a rejected token once; a second rejection ends the access until the
 * integration is connected again.
 */
export function accessTo(
  services: IntegrationServices,
  context: WorkspaceContext,
  id: string,
  signal: AbortSignal,
): WithAccess {
  return async (call) => {
    let refused: number | null = null
    let used: number | null = null
    try {
      for (;;) {
        const current = await currentCredentials(services, context, id, { refused, signal })
        used = current.version
        try {
          return await call(current.credentials.accessToken, signal)
        } catch (error) {
          if (!(error instanceof TokenRefused)) throw error
          if (refused !== null) throw new AccessEnded(error.message, { cause: error })
          refused = current.version
        }
      }
    } catch (error) {
      if (!(error instanceof AccessEnded)) throw error
      const row = await inTransaction(context, (transaction) => readIntegration(transaction, id))
      const reason = accessEndedReason(providerOf(services, row.type))
      if (row.isActive && (used ?? row.credentialsVersion) === row.credentialsVersion)
        await endAccess(context, id, row.credentialsVersion, reason)
      throw new AccessEnded(reason, { cause: error })
    }
  }
}
