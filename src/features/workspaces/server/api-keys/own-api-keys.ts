import { and, desc, eq, inArray } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { ApiKeyScope, OwnApiKey } from '../../contract.ts'
import { personActor, recordAudit } from '../audit-log.ts'
import type { WorkspaceServices } from '../context.ts'
import { apiKeys, workspaceMembers, workspaces } from '../workspaces.table.ts'
import { apiKeyEndsAt, apiKeyKind } from './api-keys.ts'

const ownedBy = (transaction: Tx, userId: string) =>
  transaction
    .select({ id: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.role, 'owner')))

/** The API keys that this person, or an intruder in their name, created in workspaces they own; newest first. */
export const listOwnApiKeys = (services: WorkspaceServices, userId: string): Promise<OwnApiKey[]> =>
  systemTransaction(services.db, async (transaction) => {
    const ownKeys = await transaction
      .select({ key: apiKeys, workspace: workspaces.name })
      .from(apiKeys)
      .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
      .where(and(inArray(apiKeys.workspaceId, ownedBy(transaction, userId)), eq(apiKeys.createdBy, userId)))
      .orderBy(desc(apiKeys.createdAt))
    return ownKeys.map(({ key, workspace }) => ({
      id: key.id,
      name: key.name,
      kind: apiKeyKind(key),
      scope: key.scope,
      areas: key.areas as ApiKeyScope[],
      expires_at: apiKeyEndsAt(key),
      networks: key.networks,
      hint: key.hint,
      workspace_name: workspace,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    }))
  })

/** Revokes one of these keys. Throws not_found `api_key.not_found` for any other. */
export const revokeOwnApiKey = (services: WorkspaceServices, userId: string, apiKeyId: string): Promise<void> =>
  systemTransaction(services.db, async (transaction) => {
    const [revoked] = await transaction
      .delete(apiKeys)
      .where(
        and(
          inArray(apiKeys.workspaceId, ownedBy(transaction, userId)),
          eq(apiKeys.id, apiKeyId),
          eq(apiKeys.createdBy, userId),
        ),
      )
      .returning()
    if (!revoked) throw notFound('api_key')
    const auditScope = {
      tx: transaction,
      services,
      workspaceId: revoked.workspaceId,
      actor: await personActor(transaction, userId),
    }
    await recordAudit(auditScope, {
      action: 'api_key.revoked',
      subject: revoked.name,
      details: { scope: revoked.scope },
    })
  })
