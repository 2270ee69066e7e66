import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { describeService, type SourceState } from '../../knowledge/contract.ts'
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

export const presentRun = (row: RunRow): IntegrationRun => ({
  id: row.id,
  integration_id: row.integrationId,
  type: row.type,
  account_name: row.accountName,
  state: row.state,
  reason: row.reason,
  found: row.found,
  done: row.done,
  added: row.added,
  updated: row.updated,
  unchanged: row.unchanged,
  removed: row.removed,
  skipped: row.skipped,
  failed: row.failed,
  problems: row.problems,
  started_at: row.startedAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
})

export const ofIntegration = (context: Pick<WorkspaceContext, 'workspaceId'>, id: string) =>
  and(eq(integrations.workspaceId, context.workspaceId), eq(integrations.id, id))
export const ofRun = (context: Pick<WorkspaceContext, 'workspaceId'>, id: string) =>
  and(eq(integrationRuns.workspaceId, context.workspaceId), eq(integrationRuns.id, id))

/** With `lock` the row is locked until the transaction ends. @throws not_found `integration.not_found` */
export async function readIntegration(
  transaction: WorkspaceTransaction,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<IntegrationRow> {
  const found = transaction.tx.select().from(integrations).where(ofIntegration(transaction, id))
  const [row] = await (lock ? found.for('update') : found)
  if (!row) throw notFound('integration')
  return row
}

export async function newestRun(transaction: WorkspaceTransaction, integrationId: string): Promise<RunRow | null> {
  const [run] = await transaction.tx
    .select()
    .from(integrationRuns)
    .where(
      and(eq(integrationRuns.workspaceId, transaction.workspaceId), eq(integrationRuns.integrationId, integrationId)),
    )
    .orderBy(desc(integrationRuns.id))
    .limit(1)
  return run ?? null
}

/** With the counts of their items and their newest run. */
async function presentIntegrations(
  services: Pick<IntegrationServices, 'providers'>,
  transaction: WorkspaceTransaction,
  rows: IntegrationRow[],
): Promise<Integration[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counted = await countItems(transaction)
  const runs = await transaction.tx
    .selectDistinctOn([integrationRuns.integrationId])
    .from(integrationRuns)
    .where(and(eq(integrationRuns.workspaceId, transaction.workspaceId), inArray(integrationRuns.integrationId, ids)))
    .orderBy(integrationRuns.integrationId, desc(integrationRuns.id))
  return rows.map((row) => {
    const run = runs.find(({ integrationId }) => integrationId === row.id)
    const items: Record<SourceState, number> = {
      queued: 0,
      processing: 0,
      ready: 0,
      skipped: 0,
      excluded: 0,
      failed: 0,
    }
    for (const one of counted) if (one.integrationId === row.id) items[one.state] = one.items
    return {
      id: row.id,
      type: row.type,
      name: describeService(row.type).name,
      is_active: row.isActive,
      reason: row.reason,
      account_name: row.accountName,
      chosen: row.chosen,
      must_choose: row.chosen === null && providerOf(services, row.type).mustChoose,
      sync_every: row.syncEvery,
      next_sync_at: row.nextSyncAt?.toISOString() ?? null,
      last_sync_at: row.lastSyncAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      items,
      run: run ? presentRun(run) : null,
    }
  })
}

/** @throws not_found `integration.not_found` */
export async function readPresentedIntegration(
  services: Pick<IntegrationServices, 'providers'>,
  transaction: WorkspaceTransaction,
  id: string,
): Promise<Integration> {
  const [integration] = await presentIntegrations(services, transaction, [await readIntegration(transaction, id)])
  if (!integration) throw new Error('an integration just read is missing')
  return integration
}

/** @throws not_found `integration.not_found` */
export const getIntegration = (services: IntegrationServices, context: WorkspaceContext, id: string) =>
  inTransaction(context, (transaction) => readPresentedIntegration(services, transaction, id))

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameIntegration = (
  services: Pick<IntegrationServices, 'providers'>,
  transaction: WorkspaceTransaction,
  id: string,
): Promise<void> =>
  requireMatch(
    transaction,
    async () => {
      await readIntegration(transaction, id, { lock: true })
      return readPresentedIntegration(services, transaction, id)
    },
    UNTAGGED_INTEGRATION,
  )

/** Connected and available integrations. */
export const listIntegrations = (services: IntegrationServices, context: WorkspaceContext) =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select()
      .from(integrations)
      .where(eq(integrations.workspaceId, transaction.workspaceId))
      .orderBy(integrations.id)
    return {
      items: await presentIntegrations(services, transaction, rows),
      providers: [...services.providers.values()].map(({ type, oauth, checkToken, missing }) => ({
        type,
        oauth: oauth !== null,
        token: checkToken !== null,
        missing: [...missing],
      })),
    }
  })

/** Newest first; ids are time-ordered, so the last id is the cursor. */
export const listRuns = (context: WorkspaceContext, options: { limit: number; cursor?: string | undefined }) =>
  inTransaction(context, async (transaction) => {
    if (options.cursor !== undefined && !isId(options.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const rows = await transaction.tx
      .select()
      .from(integrationRuns)
      .where(
        and(
          eq(integrationRuns.workspaceId, transaction.workspaceId),
          options.cursor ? lt(integrationRuns.id, options.cursor) : undefined,
        ),
      )
      .orderBy(desc(integrationRuns.id))
      .limit(options.limit + 1)
    const items = rows.slice(0, options.limit).map(presentRun)
    return { items, next_cursor: rows.length > options.limit ? (items.at(-1)?.id ?? null) : null }
  })

/** Notifies dashboards that an integration or one of its runs changed. */
export const integrationChanged = (transaction: WorkspaceTransaction, id: string): Promise<void> =>
  emit(transaction, { type: 'integration.changed', integration_id: id })
