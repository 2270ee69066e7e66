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
  const rows = await systemTransaction(db, (transaction) =>
    transaction.select().from(integrations).where(isNotNull(integrations.credentials)),
  )
  const outcome = { renewed: 0, unreadable: 0 }
  for (const row of rows) {
    const credentials = openCredentials(services, row)
    if (!credentials) {
      outcome.unreadable++
      continue
    }
    const written = await systemTransaction(db, (transaction) =>
      transaction
        .update(integrations)
        .set({ credentials: sealCredentials(services, row, credentials) })
        .where(
          and(
            eq(integrations.workspaceId, row.workspaceId),
            eq(integrations.id, row.id),
            eq(integrations.credentials, row.credentials ?? ''),
          ),
        )
        .returning({ id: integrations.id }),
    )
    outcome.renewed += written.length
  }
  return outcome
}
