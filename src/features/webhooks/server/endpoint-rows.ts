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

export const ofEndpoint = ({ workspaceId }: Pick<WorkspaceTransaction, 'workspaceId'>, endpointId: string) =>
  and(eq(webhookEndpoints.workspaceId, workspaceId), eq(webhookEndpoints.id, endpointId))

/** Deliveries of an endpoint that are not settled yet. */
export const isWaitingFor = ({ workspaceId }: Pick<WorkspaceTransaction, 'workspaceId'>, endpointId: string) =>
  and(
    eq(webhookDeliveries.workspaceId, workspaceId),
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.state, 'waiting'),
  )

/** @throws not_found */
export async function lockEndpoint(transaction: WorkspaceTransaction, endpointId: string): Promise<EndpointRow> {
  const [row] = await transaction.tx
    .select()
    .from(webhookEndpoints)
    .where(ofEndpoint(transaction, endpointId))
    .for('no key update')
  if (!row) throw notFound('webhook')
  return row
}

const toApiEndpoint = (endpoint: EndpointRow, waitingCount: number): Webhook => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  header_names: endpoint.headerNames,
  paused_at: endpoint.pausedAt?.toISOString() ?? null,
  paused_by: endpoint.pausedBy,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  waiting: waitingCount,
  former_secret_until:
    endpoint.formerSecretUntil && endpoint.formerSecretUntil > new Date()
      ? endpoint.formerSecretUntil.toISOString()
      : null,
  created_by: endpoint.createdBy,
  created_at: endpoint.createdAt.toISOString(),
})

async function waitingByEndpoint({ tx, workspaceId }: WorkspaceTransaction): Promise<Map<string, number>> {
  const waitingCounts = await tx
    .select({ id: webhookDeliveries.endpointId, n: count() })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.state, 'waiting')))
    .groupBy(webhookDeliveries.endpointId)
  return new Map(waitingCounts.map(({ id, n }) => [id, n]))
}

/** @throws not_found */
export async function endpointById(transaction: WorkspaceTransaction, endpointId: string): Promise<Webhook> {
  const [row] = await transaction.tx.select().from(webhookEndpoints).where(ofEndpoint(transaction, endpointId))
  if (!row) throw notFound('webhook')
  return toApiEndpoint(row, (await waitingByEndpoint(transaction)).get(endpointId) ?? 0)
}

/** Locks the endpoint and checks `If-Match` of a change. @throws not_found, precondition_failed */
export async function lockSameEndpoint(transaction: WorkspaceTransaction, endpointId: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(transaction, endpointId)
  await requireMatch(transaction, async () => toApiEndpoint(endpoint, 0), UNTAGGED_WEBHOOK)
  return endpoint
}

export const getEndpoint = (context: WorkspaceContext, endpointId: string): Promise<Webhook> =>
  inReadTransaction(context, (transaction) => endpointById(transaction, endpointId))

/** The oldest first. */
export const listEndpoints = (context: WorkspaceContext): Promise<{ items: Webhook[] }> =>
  inReadTransaction(context, async (transaction) => {
    const endpoints = await transaction.tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.workspaceId, transaction.workspaceId))
      .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    const waitingCountById = await waitingByEndpoint(transaction)
    return { items: endpoints.map((endpoint) => toApiEndpoint(endpoint, waitingCountById.get(endpoint.id) ?? 0)) }
  })

/** Notifies the dashboards. @returns the current endpoint */
export async function endpointChanged(transaction: WorkspaceTransaction, endpointId: string): Promise<Webhook> {
  await emit(transaction, { type: 'webhooks.changed', id: endpointId })
  return endpointById(transaction, endpointId)
}
