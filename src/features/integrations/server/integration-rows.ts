import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { describeService, noneByState } from '../../knowledge/contract.ts'
import { countItems } from '../../knowledge/server/index.ts'
import {
  emit,
  inTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { type Integration, type IntegrationRun, UNTAGGED_INTEGRATION } from '../contract.ts'
import { integrationRuns, integrations } from './integrations.table.ts'
import { type IntegrationServices, providerOf } from './services.ts'

export type IntegrationRow = typeof integrations.$inferSelect
export type RunRow = typeof integrationRuns.$inferSelect

export const presentRun = (runRow: RunRow): IntegrationRun => ({
  id: runRow.id,
  integration_id: runRow.integrationId,
  type: runRow.type,
  account_name: runRow.accountName,
  state: runRow.state,
  reason: runRow.reason,
  found: runRow.found,
  done: runRow.done,
  added: runRow.added,
  updated: runRow.updated,
  unchanged: runRow.unchanged,
  removed: runRow.removed,
  skipped: runRow.skipped,
  failed: runRow.failed,
  problems: runRow.problems,
  started_at: runRow.startedAt.toISOString(),
  ended_at: runRow.endedAt?.toISOString() ?? null,
})

export const ofIntegration = (context: Pick<WorkspaceContext, 'workspaceId'>, integrationId: string) =>
  and(eq(integrations.workspaceId, context.workspaceId), eq(integrations.id, integrationId))
export const ofRun = (context: Pick<WorkspaceContext, 'workspaceId'>, runId: string) =>
  and(eq(integrationRuns.workspaceId, context.workspaceId), eq(integrationRuns.id, runId))

/** With `lock` the row is locked until the transaction ends. @throws not_found `integration.not_found` */
export async function readIntegration(
  transaction: WorkspaceTransaction,
  integrationId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<IntegrationRow> {
  const rowQuery = transaction.tx.select().from(integrations).where(ofIntegration(transaction, integrationId))
  const [integrationRow] = await (lock ? rowQuery.for('update') : rowQuery)
  if (!integrationRow) throw notFound('integration')
  return integrationRow
}

export async function findNewestRun(transaction: WorkspaceTransaction, integrationId: string): Promise<RunRow | null> {
  const [newestRun] = await transaction.tx
    .select()
    .from(integrationRuns)
    .where(
      and(eq(integrationRuns.workspaceId, transaction.workspaceId), eq(integrationRuns.integrationId, integrationId)),
    )
    .orderBy(desc(integrationRuns.id))
    .limit(1)
  return newestRun ?? null
}

/** With the counts of their items and their newest run. */
async function presentIntegrations(
  services: Pick<IntegrationServices, 'providers'>,
  transaction: WorkspaceTransaction,
  integrationRows: IntegrationRow[],
): Promise<Integration[]> {
  if (integrationRows.length === 0) return []
  const integrationIds = integrationRows.map(({ id }) => id)
  const itemCounts = await countItems(transaction)
  const newestRuns = await transaction.tx
    .selectDistinctOn([integrationRuns.integrationId])
    .from(integrationRuns)
    .where(
      and(
        eq(integrationRuns.workspaceId, transaction.workspaceId),
        inArray(integrationRuns.integrationId, integrationIds),
      ),
    )
    .orderBy(integrationRuns.integrationId, desc(integrationRuns.id))
  return integrationRows.map((integrationRow) => {
    const newestRun = newestRuns.find(({ integrationId }) => integrationId === integrationRow.id)
    const itemsByState = noneByState()
    for (const itemCount of itemCounts)
      if (itemCount.integrationId === integrationRow.id) itemsByState[itemCount.state] = itemCount.items
    return {
      id: integrationRow.id,
      type: integrationRow.type,
      name: describeService(integrationRow.type).name,
      is_active: integrationRow.isActive,
      reason: integrationRow.reason,
      account_name: integrationRow.accountName,
      chosen: integrationRow.chosen,
      must_choose: integrationRow.chosen === null && providerOf(services, integrationRow.type).mustChoose,
      sync_every: integrationRow.syncEvery,
      next_sync_at: integrationRow.nextSyncAt?.toISOString() ?? null,
      last_sync_at: integrationRow.lastSyncAt?.toISOString() ?? null,
      created_at: integrationRow.createdAt.toISOString(),
      items: itemsByState,
      run: newestRun ? presentRun(newestRun) : null,
    }
  })
}

/** @throws not_found `integration.not_found` */
export async function readPresentedIntegration(
  services: Pick<IntegrationServices, 'providers'>,
  transaction: WorkspaceTransaction,
  integrationId: string,
): Promise<Integration> {
  const [integration] = await presentIntegrations(services, transaction, [
    await readIntegration(transaction, integrationId),
  ])
  if (!integration) throw new Error('an integration just read is missing')
  return integration
}

/** @throws not_found `integration.not_found` */
export const getIntegration = (services: IntegrationServices, context: WorkspaceContext, integrationId: string) =>
  inTransaction(context, (transaction) => readPresentedIntegration(services, transaction, integrationId))

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameIntegration = (
  services: Pick<IntegrationServices, 'providers'>,
  transaction: WorkspaceTransaction,
  integrationId: string,
): Promise<void> =>
  requireMatch(
    transaction,
    async () => {
      await readIntegration(transaction, integrationId, { lock: true })
      return readPresentedIntegration(services, transaction, integrationId)
    },
    UNTAGGED_INTEGRATION,
  )

/** Connected and available integrations. */
export const listIntegrations = (services: IntegrationServices, context: WorkspaceContext) =>
  inTransaction(context, async (transaction) => {
    const integrationRows = await transaction.tx
      .select()
      .from(integrations)
      .where(eq(integrations.workspaceId, transaction.workspaceId))
      .orderBy(integrations.id)
    return {
      items: await presentIntegrations(services, transaction, integrationRows),
      providers: [...services.providers.values()].map(({ type, oauth, checkToken, missing }) => ({
        type,
        oauth: oauth !== null,
        token: checkToken !== null,
        missing: [...missing],
      })),
    }
  })

/** Newest first; ids are time-ordered, so the last id is the cursor. */
export const listRuns = (context: WorkspaceContext, pageOptions: { limit: number; cursor?: string | undefined }) =>
  inTransaction(context, async (transaction) => {
    if (pageOptions.cursor !== undefined && !isId(pageOptions.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const runRows = await transaction.tx
      .select()
      .from(integrationRuns)
      .where(
        and(
          eq(integrationRuns.workspaceId, transaction.workspaceId),
          pageOptions.cursor ? lt(integrationRuns.id, pageOptions.cursor) : undefined,
        ),
      )
      .orderBy(desc(integrationRuns.id))
      .limit(pageOptions.limit + 1)
    const presentedRuns = runRows.slice(0, pageOptions.limit).map(presentRun)
    return {
      items: presentedRuns,
      next_cursor: runRows.length > pageOptions.limit ? (presentedRuns.at(-1)?.id ?? null) : null,
    }
  })

/** Notifies dashboards that an integration or one of its runs changed. */
export const integrationChanged = (transaction: WorkspaceTransaction, integrationId: string): Promise<void> =>
  emit(transaction, { type: 'integration.changed', integration_id: integrationId })
