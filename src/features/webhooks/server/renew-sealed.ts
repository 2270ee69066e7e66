import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { resealEndpoint } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'
import { webhookEndpoints } from './webhooks.table.ts'

/**
 * Encrypts the secrets and headers of every endpoint with the current key, so that previous keys can be removed.
 * `unreadable`: number of endpoints that no configured key opens.
 */
export async function renewWebhookSecrets(
  services: Pick<WebhookServices, 'workspaces' | 'sealed'>,
): Promise<{ renewed: number; unreadable: number }> {
  const { db } = services.workspaces
  const endpointRows = await systemTransaction(db, (transaction) => transaction.select().from(webhookEndpoints))
  const resealCounts = { renewed: 0, unreadable: 0 }
  for (const endpoint of endpointRows) {
    const resealedFields = resealEndpoint(services, endpoint)
    if (!resealedFields) {
      resealCounts.unreadable++
      continue
    }
    const { rowCount } = await systemTransaction(db, (transaction) =>
      transaction
        .update(webhookEndpoints)
        .set(resealedFields)
        // A secret that was replaced at the same time is sealed with the current key already.
        .where(
          and(
            eq(webhookEndpoints.workspaceId, endpoint.workspaceId),
            eq(webhookEndpoints.id, endpoint.id),
            eq(webhookEndpoints.secret, endpoint.secret),
          ),
        ),
    )
    resealCounts.renewed += rowCount ?? 0
  }
  return resealCounts
}
