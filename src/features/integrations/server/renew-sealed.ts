import { and, eq, isNotNull } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { openCredentials, sealCredentials } from './credentials.ts'
import { integrations } from './integrations.table.ts'
import type { IntegrationServices } from './services.ts'

/**
 * Encrypts the credentials of every workspace with the current key, so that previous keys can be removed. Skips
 * credentials that are refreshed at the same time, since those use the current key. `unreadable`: number of credentials
 * that no configured key opens.
 */
export async function renewSealedCredentials(
  services: IntegrationServices,
): Promise<{ renewed: number; unreadable: number }> {
  const { db } = services.workspaces
  const integrationRows = await systemTransaction(db, (transaction) =>
    transaction.select().from(integrations).where(isNotNull(integrations.credentials)),
  )
  const renewalOutcome = { renewed: 0, unreadable: 0 }
  for (const integrationRow of integrationRows) {
    const credentials = openCredentials(services, integrationRow)
    if (!credentials) {
      renewalOutcome.unreadable++
      continue
    }
    const updatedRows = await systemTransaction(db, (transaction) =>
      transaction
        .update(integrations)
        .set({ credentials: sealCredentials(services, integrationRow, credentials) })
        .where(
          and(
            eq(integrations.workspaceId, integrationRow.workspaceId),
            eq(integrations.id, integrationRow.id),
            eq(integrations.credentials, integrationRow.credentials ?? ''),
          ),
        )
        .returning({ id: integrations.id }),
    )
    renewalOutcome.renewed += updatedRows.length
  }
  return renewalOutcome
}
