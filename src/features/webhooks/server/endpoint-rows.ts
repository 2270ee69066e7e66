import { and, count, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import {
  emit,
  inReadTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { UNTAGGED_WEBHOOK, type Webhook } from '../contract.ts'
import type { EndpointRow } from './endpoint-secrets.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

export const ofEndpoint = ({ workspaceId }: Pick<WorkspaceTransaction, 'workspaceId'>, id: string) =>
  and(eq(webhookEndpoints.workspaceId, workspaceId), eq(webhookEndpoints.id, id))

/** Deliveries of an endpoint that are not settled yet. */
export const isWaitingFor = ({ workspaceId }: Pick<WorkspaceTransaction, 'workspaceId'>, endpointId: string) =>
  and(
    eq(webhookDeliveries.workspaceId, workspaceId),
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.state, 'waiting'),
  )

/** @throws not_found */
export async function lockEndpoint(transaction: WorkspaceTransaction, id: string): Promise<EndpointRow> {
  const [row] = await transaction.tx
    .select()
    .from(webhookEndpoints)
    .where(ofEndpoint(transaction, id))
    .for('no key update')
  if (!row) throw notFound('webhook')
  return row
}

const present = (row: EndpointRow, waiting: number): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  header_names: row.headerNames,
  paused_at: row.pausedAt?.toISOString() ?? null,
  paused_by: row.pausedBy,
  failing_since: row.failingSince?.toISOString() ?? null,
  waiting,
  former_secret_until:
    row.formerSecretUntil && row.formerSecretUntil > new Date() ? row.formerSecretUntil.toISOString() : null,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
})

async function waitingByEndpoint({ tx, workspaceId }: WorkspaceTransaction): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: webhookDeliveries.endpointId, n: count() })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.state, 'waiting')))
    .groupBy(webhookDeliveries.endpointId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** @throws not_found */
export async function endpointById(transaction: WorkspaceTransaction, id: string): Promise<Webhook> {
  const [row] = await transaction.tx.select().from(webhookEndpoints).where(ofEndpoint(transaction, id))
  if (!row) throw notFound('webhook')
  return present(row, (await waitingByEndpoint(transaction)).get(id) ?? 0)
}

/** Locks the endpoint and checks `If-Match` of a change. @throws not_found, precondition_failed */
export async function lockSameEndpoint(transaction: WorkspaceTransaction, id: string): Promise<EndpointRow> {
  const row = await lockEndpoint(transaction, id)
  await requireMatch(transaction, async () => present(row, 0), UNTAGGED_WEBHOOK)
  return row
}

export const getEndpoint = (context: WorkspaceContext, id: string): Promise<Webhook> =>
  inReadTransaction(context, (transaction) => endpointById(transaction, id))

/** The oldest first. */
export const listEndpoints = (context: WorkspaceContext): Promise<{ items: Webhook[] }> =>
  inReadTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.workspaceId, transaction.workspaceId))
      .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    const waiting = await waitingByEndpoint(transaction)
    return { items: rows.map((row) => present(row, waiting.get(row.id) ?? 0)) }
  })

/** Notifies the dashboards. @returns the current endpoint */
export async function endpointChanged(transaction: WorkspaceTransaction, id: string): Promise<Webhook> {
  await emit(transaction, { type: 'webhooks.changed', id })
  return endpointById(transaction, id)
}
