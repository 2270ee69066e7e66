import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Integration } from '../contract.ts'
import {
  integrationChanged,
  newestRun,
  ofIntegration,
  readIntegration,
  readPresentedIntegration,
} from './integration-rows.ts'
import { integrationRuns, integrations } from './integrations.table.ts'
import { type IntegrationServices, providerOf } from './services.ts'

/** After a pass that failed the next attempt comes sooner than the schedule has it. */
const AGAIN_AFTER = '1 hour'

/** Writes when the next pass comes by itself, counted from now. */
export async function planNextSync(
  transaction: WorkspaceTransaction,
  id: string,
  options: { failed: boolean },
): Promise<void> {
  const never = eq(integrations.syncEvery, 'never')
  const every = options.failed ? sql`${AGAIN_AFTER}::interval` : sql`('1 ' || ${integrations.syncEvery})::interval`
  await transaction.tx
    .update(integrations)
    .set({
      nextSyncAt: sql`case when ${never} or not ${integrations.isActive} then null else now() + ${every} end`,
    })
    .where(ofIntegration(transaction, id))
}

/** Queues a pass; one that waits or runs already is enough. Nothing where it cannot be, or nothing is chosen yet. */
export async function startSync(
  services: IntegrationServices,
  transaction: WorkspaceTransaction,
  id: string,
): Promise<void> {
  // Two who ask at the same moment are one after the other here.
  const [row] = await transaction.tx.select().from(integrations).where(ofIntegration(transaction, id)).for('update')
  if (!row?.isActive || (row.chosen === null && providerOf(services, row.type).mustChoose)) return
  const newest = await newestRun(transaction, id)
  if (newest?.state === 'queued' || newest?.state === 'running') return
  const { workspaceId, type, accountName } = row
  await transaction.tx
    .insert(integrationRuns)
    .values({ workspaceId, id: newId(), integrationId: id, type, accountName, state: 'queued' })
  await services.queueSync(transaction.tx, { workspace_id: workspaceId, integration_id: id })
  await integrationChanged(transaction, id)
}

/**
 * @throws not_found `integration.not_found`; conflict `integration.inactive` when it must be connected again,
 * `integration.nothing_chosen` when no items are selected
 */
export const syncIntegration = (
  services: IntegrationServices,
  context: WorkspaceContext,
  id: string,
): Promise<Integration> =>
  inTransaction(context, async (transaction) => {
    const row = await readIntegration(transaction, id)
    const { name, mustChoose } = providerOf(services, row.type)
    if (!row.isActive)
      throw new AppError('conflict', 'integration.inactive', row.reason ?? `${name} must be connected again.`)
    if (row.chosen === null && mustChoose)
      throw new AppError('conflict', 'integration.nothing_chosen', 'First choose what to import.')
    await startSync(services, transaction, id)
    return readPresentedIntegration(services, transaction, id)
  })

/** Imports from everything that is active. @returns how many there are */
export const syncAllIntegrations = (services: IntegrationServices, context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select({ id: integrations.id, type: integrations.type, chosen: integrations.chosen })
      .from(integrations)
      .where(and(eq(integrations.workspaceId, transaction.workspaceId), eq(integrations.isActive, true)))
      .orderBy(asc(integrations.id))
    const ready = rows.filter(({ type, chosen }) => chosen !== null || !providerOf(services, type).mustChoose)
    for (const { id } of ready) await startSync(services, transaction, id)
    return ready.length
  })
