import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { renewRow } from './endpoint-secrets.ts'
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
  const rows = await systemTransaction(db, (transaction) => transaction.select().from(webhookEndpoints))
  const outcome = { renewed: 0, unreadable: 0 }
  for (const row of rows) {
    const renewed = renewRow(services, row)
    if (!renewed) {
      outcome.unreadable++
      continue
    }
    const { rowCount } = await systemTransaction(db, (transaction) =>
      transaction
        .update(webhookEndpoints)
        .set(renewed)
        // A secret that was replaced at the same time is sealed with the current key already.
        .where(
          and(
            eq(webhookEndpoints.workspaceId, row.workspaceId),
            eq(webhookEndpoints.id, row.id),
            eq(webhookEndpoints.secret, row.secret),
          ),
        ),
    )
    outcome.renewed += rowCount ?? 0
  }
  return outcome
}
