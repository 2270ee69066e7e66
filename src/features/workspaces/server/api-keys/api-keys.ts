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

type Row = typeof apiKeys.$inferSelect

/** A key that its application renews ends when it can no longer do so. */
export const endOf = ({ expiresAt, renewableUntil }: Pick<Row, 'expiresAt' | 'renewableUntil'>): string | null =>
  (renewableUntil ?? expiresAt)?.toISOString() ?? null

export const kindOf = ({ renewableUntil }: Pick<Row, 'renewableUntil'>): (typeof API_KEY_KINDS)[number] =>
  renewableUntil === null ? 'key' : 'connection'

const present = (row: Row, createdBy: string | null) => ({
  id: row.id,
  name: row.name,
  kind: kindOf(row),
  created_by: createdBy,
  scope: row.scope,
  areas: row.areas as ApiKeyScope[],
  expires_at: endOf(row),
  networks: row.networks,
  hint: row.hint,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

/** Names of the owners by id; a person's keys end when they are no longer one. */
const ownerNames = ({ services, workspaceId }: WorkspaceContext): Promise<Map<string, string>> =>
  systemTransaction(services.db, async (transaction) => {
    const owners = await transaction
      .select({ id: users.id, name: users.name, email: users.email })
      .from(workspaceMembers)
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, 'owner')))
    return new Map(owners.map(({ id, name, email }) => [id, name || email]))
  })

export async function listApiKeys(context: WorkspaceContext) {
  const rows = await inTransaction(context, async ({ tx, workspaceId }) =>
    tx.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId)).orderBy(desc(apiKeys.createdAt)),
  )
  const names = await ownerNames(context)
  return { items: rows.map((row) => present(row, names.get(row.createdBy ?? '') ?? null)), next_cursor: null }
}

type NewApiKey = { name: string; scope: 'read' | 'write' } & Partial<ApiKeyLimits>

/** 192 random bits; only the hash is kept, so the key can be shown this once. */
export function newSecret() {
  const key = `al_${randomBytes(24).toString('base64url')}`
  return { key, values: { keyHash: hashApiKey(key), hint: `${key.slice(0, 7)}…` } }
}

type Inserted = NewApiKey & { id?: string; workspaceId: string; createdBy: string | null; renewableUntil?: Date }

export async function insertApiKey(
  transaction: Tx,
  { expires_at, ...values }: Inserted,
): Promise<{ row: Row; key: string }> {
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

export const createApiKey = (context: WorkspaceContext, input: NewApiKey) =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, userId } = transaction
    const { row, key } = await insertApiKey(tx, {
      workspaceId,
      createdBy: userId,
      ...input,
      name: input.name || 'API key',
    })
    await recordAudit(transaction, { action: 'api_key.created', subject: row.name, details: { scope: row.scope } })
    return { ...present(row, transaction.actor?.name ?? null), api_key: key }
  })

export const revokeApiKey = (context: WorkspaceContext, id: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [gone] = await transaction.tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.workspaceId, transaction.workspaceId), eq(apiKeys.id, id)))
      .returning({ name: apiKeys.name, scope: apiKeys.scope })
    if (!gone) throw notFound('api_key')
    await recordAudit(transaction, { action: 'api_key.revoked', subject: gone.name, details: { scope: gone.scope } })
  })

/**
 * Revokes the API keys of a user who is no longer an owner: a key gives access to everyone who knows it. Runs in the
 * caller's transaction (system role).
 */
export async function revokeKeysOf(scope: AuditScope, maker: { id: string; name: string }): Promise<void> {
  const gone = await scope.tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.workspaceId, scope.workspaceId), eq(apiKeys.createdBy, maker.id)))
    .returning({ name: apiKeys.name, scope: apiKeys.scope })
  for (const key of gone)
    await recordAudit(scope, {
      action: 'api_key.revoked',
      subject: key.name,
      details: { scope: key.scope, reason: `${maker.name}, who made it, is no longer an owner` },
    })
}
