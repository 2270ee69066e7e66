import { and, eq, inArray } from 'drizzle-orm'
import { detachItems } from '../../knowledge/server/index.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { openCredentials } from './credentials.ts'
import { integrationChanged, ofIntegration, readIntegration } from './integration-rows.ts'
import { integrationRuns, integrations } from './integrations.table.ts'
import { type IntegrationServices, providerOf } from './services.ts'

const REVOKE_LIMIT_MS = 10_000

/**
 * Forgets the credentials at once, and with them the integration; what was imported stays or goes. Then the access is
 * given back at the provider: should that fail, ours is gone all the same.
 * @throws not_found `integration.not_found`
 */
export async function disconnectIntegration(
  services: IntegrationServices,
  context: WorkspaceContext,
  { id, keep }: { id: string; keep: boolean },
): Promise<void> {
  const { credentials, provider } = await inTransaction(context, async (transaction) => {
    // A pass that runs enters no more items from here on.
    const integrationRow = await readIntegration(transaction, id, { lock: true })
    const registeredProvider = providerOf(services, integrationRow.type)
    await transaction.tx
      .update(integrationRuns)
      .set({ state: 'failed', reason: 'The integration was disconnected.', endedAt: new Date() })
      .where(
        and(
          eq(integrationRuns.workspaceId, transaction.workspaceId),
          eq(integrationRuns.integrationId, id),
          inArray(integrationRuns.state, ['queued', 'running']),
        ),
      )
    await recordAudit(transaction, { action: 'integration.disconnected', subject: registeredProvider.name })
    await integrationChanged(transaction, id)
    await detachItems(services.images, transaction, { id, kind: integrationRow.type }, keep)
    await transaction.tx.delete(integrations).where(ofIntegration(transaction, id))
    return { credentials: openCredentials(services, integrationRow), provider: registeredProvider }
  })
  await services.withdraw([id])
  if (!credentials || !provider.oauth) return
  await provider.oauth.revoke(credentials, AbortSignal.timeout(REVOKE_LIMIT_MS)).catch((revokeError: unknown) => {
    services.log('warn', 'The access could not be revoked at the provider', {
      provider: provider.type,
      reason: revokeError instanceof Error ? revokeError.message : String(revokeError),
    })
  })
}
