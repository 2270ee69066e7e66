import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Integration } from '../contract.ts'
import {
  findNewestRun,
  integrationChanged,
  ofIntegration,
  readIntegration,
  readPresentedIntegration,
} from './integration-rows.ts'
import { integrationRuns, integrations } from './integrations.table.ts'
import { type IntegrationServices, providerOf } from './services.ts'

/** After a pass that failed the next attempt comes sooner than the schedule has it. */
const RETRY_INTERVAL = '1 hour'

/** Writes when the next pass comes by itself, counted from now. */
export async function planNextSync(
  transaction: WorkspaceTransaction,
  integrationId: string,
  lastSync: { failed: boolean },
): Promise<void> {
  const isManualOnly = eq(integrations.syncEvery, 'never')
  const syncInterval = lastSync.failed
    ? sql`${RETRY_INTERVAL}::interval`
    : sql`('1 ' || ${integrations.syncEvery})::interval`
  await transaction.tx
    .update(integrations)
    .set({
      nextSyncAt: sql`case when ${isManualOnly} or not ${integrations.isActive} then null else now() + ${syncInterval} end`,
    })
    .where(ofIntegration(transaction, integrationId))
}

/** Queues a pass; one that waits or runs already is enough. Nothing where it cannot be, or nothing is chosen yet. */
export async function startSync(
  services: IntegrationServices,
  transaction: WorkspaceTransaction,
  integrationId: string,
): Promise<void> {
  // Two who ask at the same moment are one after the other here.
  const [integrationRow] = await transaction.tx
    .select()
    .from(integrations)
    .where(ofIntegration(transaction, integrationId))
    .for('update')
  if (
    !integrationRow?.isActive ||
    (integrationRow.chosen === null && providerOf(services, integrationRow.type).mustChoose)
  )
    return
  const newestRun = await findNewestRun(transaction, integrationId)
  if (newestRun?.state === 'queued' || newestRun?.state === 'running') return
  const { workspaceId, type, accountName } = integrationRow
  await transaction.tx
    .insert(integrationRuns)
    .values({ workspaceId, id: newId(), integrationId, type, accountName, state: 'queued' })
  await services.queueSync(transaction.tx, { workspace_id: workspaceId, integration_id: integrationId })
  await integrationChanged(transaction, integrationId)
}

/**
 * @throws not_found `integration.not_found`; conflict `integration.inactive` when it must be connected again,
 * `integration.nothing_chosen` when no items are selected
 */
export const syncIntegration = (
  services: IntegrationServices,
  context: WorkspaceContext,
  integrationId: string,
): Promise<Integration> =>
  inTransaction(context, async (transaction) => {
    const integrationRow = await readIntegration(transaction, integrationId)
    const { name, mustChoose } = providerOf(services, integrationRow.type)
    if (!integrationRow.isActive)
      throw new AppError(
        'conflict',
        'integration.inactive',
        integrationRow.reason ?? `${name} must be connected again.`,
      )
    if (integrationRow.chosen === null && mustChoose)
      throw new AppError('conflict', 'integration.nothing_chosen', 'First choose what to import.')
    await startSync(services, transaction, integrationId)
    return readPresentedIntegration(services, transaction, integrationId)
  })

/** Imports from everything that is active. @returns how many there are */
export const syncAllIntegrations = (services: IntegrationServices, context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const integrationRows = await transaction.tx
      .select({ id: integrations.id, type: integrations.type, chosen: integrations.chosen })
      .from(integrations)
      .where(and(eq(integrations.workspaceId, transaction.workspaceId), eq(integrations.isActive, true)))
      .orderBy(asc(integrations.id))
    const syncableRows = integrationRows.filter(
      ({ type, chosen }) => chosen !== null || !providerOf(services, type).mustChoose,
    )
    for (const { id } of syncableRows) await startSync(services, transaction, id)
    return syncableRows.length
  })
