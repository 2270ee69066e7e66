import { randomBytes } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import { users } from '../../../accounts/server/index.ts'
import type { API_KEY_KINDS, ApiKeyLimits, ApiKeyScope } from '../../contract.ts'
import { type AuditScope, recordAudit } from '../audit-log.ts'
import { hashApiKey } from '../authorize.ts'
import { inTransaction, type WorkspaceContext } from '../context.ts'
import { apiKeys, workspaceMembers } from '../workspaces.table.ts'

type ApiKeyRow = typeof apiKeys.$inferSelect

/** A key that its application renews ends when it can no longer do so. */
export const apiKeyEndsAt = ({
  expiresAt,
  renewableUntil,
}: Pick<ApiKeyRow, 'expiresAt' | 'renewableUntil'>): string | null =>
  (renewableUntil ?? expiresAt)?.toISOString() ?? null

export const apiKeyKind = ({ renewableUntil }: Pick<ApiKeyRow, 'renewableUntil'>): (typeof API_KEY_KINDS)[number] =>
  renewableUntil === null ? 'key' : 'connection'

const toApiKey = (apiKeyRow: ApiKeyRow, createdBy: string | null) => ({
  id: apiKeyRow.id,
  name: apiKeyRow.name,
  kind: apiKeyKind(apiKeyRow),
  created_by: createdBy,
  scope: apiKeyRow.scope,
  areas: apiKeyRow.areas as ApiKeyScope[],
  expires_at: apiKeyEndsAt(apiKeyRow),
  networks: apiKeyRow.networks,
  hint: apiKeyRow.hint,
  created_at: apiKeyRow.createdAt.toISOString(),
  last_used_at: apiKeyRow.lastUsedAt?.toISOString() ?? null,
})

/** Names of the owners by id; a person's keys end when they are no longer one. */
const ownerNames = ({ services, workspaceId }: WorkspaceContext): Promise<Map<string, string>> =>
  systemTransaction(services.db, async (transaction) => {
    const ownerRows = await transaction
      .select({ id: users.id, name: users.name, email: users.email })
      .from(workspaceMembers)
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, 'owner')))
    return new Map(ownerRows.map(({ id, name, email }) => [id, name || email]))
  })

export async function listApiKeys(context: WorkspaceContext) {
  const apiKeyRows = await inTransaction(context, async ({ tx, workspaceId }) =>
    tx.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId)).orderBy(desc(apiKeys.createdAt)),
  )
  const ownerNameById = await ownerNames(context)
  return {
    items: apiKeyRows.map((apiKeyRow) => toApiKey(apiKeyRow, ownerNameById.get(apiKeyRow.createdBy ?? '') ?? null)),
    next_cursor: null,
  }
}

type NewApiKey = { name: string; scope: 'read' | 'write' } & Partial<ApiKeyLimits>

/** 192 random bits; only the hash is kept, so the key can be shown this once. */
export function newSecret() {
  const secretKey = `al_${randomBytes(24).toString('base64url')}`
  return { key: secretKey, values: { keyHash: hashApiKey(secretKey), hint: `${secretKey.slice(0, 7)}…` } }
}

type Inserted = NewApiKey & { id?: string; workspaceId: string; createdBy: string | null; renewableUntil?: Date }

export async function insertApiKey(
  transaction: Tx,
  { expires_at, ...values }: Inserted,
): Promise<{ row: ApiKeyRow; key: string }> {
  const { key, values: secret } = newSecret()
  const [row] = await transaction
    .insert(apiKeys)
    .values({
      id: newId(),
      ...values,
      expiresAt: expires_at ? new Date(expires_at) : null,
      ...secret,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return { row, key }
}

export const createApiKey = (context: WorkspaceContext, newApiKey: NewApiKey) =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, userId } = transaction
    const { row, key } = await insertApiKey(tx, {
      workspaceId,
      createdBy: userId,
      ...newApiKey,
      name: newApiKey.name || 'API key',
    })
    await recordAudit(transaction, { action: 'api_key.created', subject: row.name, details: { scope: row.scope } })
    return { ...toApiKey(row, transaction.actor?.name ?? null), api_key: key }
  })

export const revokeApiKey = (context: WorkspaceContext, apiKeyId: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [gone] = await transaction.tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.workspaceId, transaction.workspaceId), eq(apiKeys.id, apiKeyId)))
      .returning({ name: apiKeys.name, scope: apiKeys.scope })
    if (!gone) throw notFound('api_key')
    await recordAudit(transaction, { action: 'api_key.revoked', subject: gone.name, details: { scope: gone.scope } })
  })

/**
 * Revokes the API keys of a user who is no longer an owner: a key gives access to everyone who knows it. Runs in the
 * caller's transaction (system role).
 */
export async function revokeKeysOf(auditScope: AuditScope, maker: { id: string; name: string }): Promise<void> {
  const revokedKeys = await auditScope.tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.workspaceId, auditScope.workspaceId), eq(apiKeys.createdBy, maker.id)))
    .returning({ name: apiKeys.name, scope: apiKeys.scope })
  for (const revokedKey of revokedKeys)
    await recordAudit(auditScope, {
      action: 'api_key.revoked',
      subject: revokedKey.name,
      details: { scope: revokedKey.scope, reason: `${maker.name}, who made it, is no longer an owner` },
    })
}
