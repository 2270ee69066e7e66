import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { personActor, recordAudit } from '../audit-log.ts'
import type { WorkspaceServices } from '../context.ts'
import { apiKeys, workspaceMembers } from '../workspaces.table.ts'
import { insertApiKey, newSecret } from './api-keys.ts'

interface KeyGrant {
  /** Id of the key; a grant is redeemed once. */
  id: string
  workspaceId: string
  userId: string
  name: string
  scope: 'read' | 'write'
}

/** Seconds for which a granted key works before its application has to exchange it. */
export const GRANTED_SECONDS = 60 * 60
/** An application that does not come back for this long has to ask the owner again. */
const DAY_MS = 24 * 60 * 60 * 1000
const RENEWABLE_MS = 30 * DAY_MS
/** The owner is asked again after this time in any case. */
const GRANT_MS = 365 * DAY_MS

/** Names a granted key and its secret; its bearer may exchange the key, once. */
export interface KeyRenewal {
  id: string
  workspaceId: string
  keyHash: string
}

export interface GrantedKey {
  key: string
  scope: 'read' | 'write'
  renewal: KeyRenewal
}

const lifetime = (grantedAt: Date) => {
  const grantEndsMs = grantedAt.getTime() + GRANT_MS
  return {
    expiresAt: new Date(Math.min(Date.now() + GRANTED_SECONDS * 1000, grantEndsMs)),
    renewableUntil: new Date(Math.min(Date.now() + RENEWABLE_MS, grantEndsMs)),
  }
}

/**
 * Creates the API key that an owner granted to an application a moment ago. A grant that is redeemed twice was intercepted:
 * its key is revoked.
 * @returns the key; null when the grant is used up, or the person is no longer an owner
 */
export const insertGrantedKey = (services: WorkspaceServices, keyGrant: KeyGrant): Promise<GrantedKey | null> =>
  systemTransaction(services.db, async (transaction) => {
    const { id, workspaceId, userId, name, scope } = keyGrant
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
    const grantingActor = await personActor(transaction, userId)
    const auditScope = { tx: transaction, services, workspaceId, actor: grantingActor }
    const [known] = await transaction
      .delete(apiKeys)
      .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id)))
      .returning({ name: apiKeys.name })
    if (known) {
      const auditDetails = { scope, reason: 'its code was used twice' }
      await recordAudit(auditScope, { action: 'api_key.revoked', subject: known.name, details: auditDetails })
      return null
    }
    const { expiresAt, renewableUntil } = lifetime(new Date())
    const { key, row } = await insertApiKey(transaction, {
      ...{ id, workspaceId, createdBy: userId, name, scope, renewableUntil },
      expires_at: expiresAt.toISOString(),
    })
    await recordAudit(auditScope, { action: 'api_key.created', subject: name, details: { scope } })
    return { key, scope, renewal: { id, workspaceId, keyHash: row.keyHash } }
  })

/**
 * Exchanges a granted key for the next one; the former stops working. A renewal that is used twice was intercepted: the
 * application and the thief look alike, so the access ends for both.
 * @returns null when the access has ended
 */
export const renewGrantedKey = (services: WorkspaceServices, keyRenewal: KeyRenewal): Promise<GrantedKey | null> =>
  systemTransaction(services.db, async (transaction) => {
    const { id, workspaceId, keyHash } = keyRenewal
    const isThisKey = and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id))
    const [row] = await transaction.select().from(apiKeys).where(isThisKey).for('update')
    if (!row?.renewableUntil || row.renewableUntil.getTime() <= Date.now()) return null
    const { scope } = row
    if (row.keyHash !== keyHash) {
      await transaction.delete(apiKeys).where(isThisKey)
      const keyActor = { kind: 'api_key' as const, id, name: row.name }
      const auditDetails = { scope, reason: 'its refresh token was used twice' }
      await recordAudit(
        { tx: transaction, services, workspaceId, actor: keyActor },
        { action: 'api_key.revoked', subject: row.name, details: auditDetails },
      )
      return null
    }
    const { key, values } = newSecret()
    await transaction
      .update(apiKeys)
      .set({ ...values, ...lifetime(row.createdAt) })
      .where(isThisKey)
    return { key, scope, renewal: { id, workspaceId, keyHash: values.keyHash } }
  })
