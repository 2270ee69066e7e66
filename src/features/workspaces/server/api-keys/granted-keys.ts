import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { personActor, recordAudit } from '../audit-log.ts'
import type { WorkspaceServices } from '../context.ts'
import { apiKeys, workspaceMembers } from '../workspaces.table.ts'
import { insertApiKey } from './api-keys.ts'

interface KeyGrant {
  /** Id of the key; a grant is redeemed once. */
  id: string
  workspaceId: string
  userId: string
  name: string
  scope: 'read' | 'write'
}

/**
 * Creates the API key that an owner granted to an application a moment ago. A grant that is redeemed twice was intercepted:
 * its key is revoked.
 * @returns the key; null when the grant is used up, or the person is no longer an owner
 */
export const insertGrantedKey = (services: WorkspaceServices, grant: KeyGrant): Promise<string | null> =>
  systemTransaction(services.db, async (transaction) => {
    const { id, workspaceId, userId, name, scope } = grant
    const [owner] = await transaction
      .select({ id: workspaceMembers.userId })
      .from(workspaceMembers)
      .where(
        and(
          eq(workspaceMembers.workspaceId, workspaceId),
          eq(workspaceMembers.userId, userId),
          eq(workspaceMembers.role, 'owner'),
        ),
      )
    if (!owner) return null
    const actor = await personActor(transaction, userId)
    const audit = { tx: transaction, services, workspaceId, actor }
    const [known] = await transaction
      .delete(apiKeys)
      .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id)))
      .returning({ name: apiKeys.name })
    if (known) {
      const details = { scope, reason: 'its code was used twice' }
      await recordAudit(audit, { action: 'api_key.revoked', subject: known.name, details })
      return null
    }
    const { key } = await insertApiKey(transaction, { id, workspaceId, createdBy: userId, name, scope })
    await recordAudit(audit, { action: 'api_key.created', subject: name, details: { scope } })
    return key
  })
