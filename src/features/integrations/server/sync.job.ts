import { and, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { failPendingItems, readFile, sourcesChanged, Unreadable } from '../../knowledge/server/index.ts'
import {
  accessOfWorkspace,
  contentChanged,
  emit,
  inTransaction,
  jobContext,
  type WorkspaceContext,
} from '../../workspaces/server/index.ts'
import { ITEMS_OF_PLAN } from '../contract.ts'
import { accessTo } from './credentials.ts'
import { findNewestRun, type IntegrationRow, integrationChanged, ofIntegration, ofRun } from './integration-rows.ts'
import { integrationRuns, integrations } from './integrations.table.ts'
import { deleteExpiredOAuthStates } from './oauth-state.ts'
import { AccessEnded, ItemUnreadable, ProviderDown, type ProviderPass } from './provider.ts'
import { type PassState, runPass } from './run-pass.ts'
import { type IntegrationServices, providerOf } from './services.ts'
import { planNextSync, startSync } from './start-sync.ts'

const PASS_LIMIT_SECONDS = 3_600
/** Minimum interval between progress events for dashboards, in milliseconds. */
const PROGRESS_INTERVAL_MS = 700
const INTERRUPTED_REASON = 'The import was interrupted. Imported content stays, and the next import continues.'
const NOT_REACHED_REASON = 'The import ended before this item. The next import reads it.'

interface OpenRun {
  row: Pick<IntegrationRow, 'id' | 'type'>
  runId: string
}

/** Takes the run that waits, or that an earlier attempt left; null when the integration is gone or not active. */
const takeOpenRun = (
  context: WorkspaceContext,
  integrationId: string,
): Promise<(OpenRun & { row: IntegrationRow }) | null> =>
  inTransaction(context, async (transaction) => {
    const [integrationRow] = await transaction.tx
      .select()
      .from(integrations)
      .where(ofIntegration(transaction, integrationId))
      .for('update')
    if (!integrationRow) return null
    const newestRun = await findNewestRun(transaction, integrationId)
    const openRunId = newestRun?.state === 'queued' || newestRun?.state === 'running' ? newestRun.id : null
    const runId = openRunId ?? newId()
    const { workspaceId, type, accountName } = integrationRow
    if (openRunId)
      await transaction.tx
        .update(integrationRuns)
        .set({ state: 'running', updatedAt: new Date() })
        .where(ofRun(transaction, runId))
    else
      await transaction.tx
        .insert(integrationRuns)
        .values({ workspaceId, id: runId, integrationId, type, accountName, state: 'running' })
    await integrationChanged(transaction, integrationId)
    return { row: integrationRow, runId }
  })

const integrationGone = () => new AppError('not_found', 'integration.gone', 'This integration was disconnected.')

const isDisconnected = (context: WorkspaceContext, integrationId: string): Promise<boolean> =>
  inTransaction(context, async ({ tx }) => {
    const integrationRows = await tx
      .select({ id: integrations.id })
      .from(integrations)
      .where(ofIntegration(context, integrationId))
    return integrationRows.length === 0
  })

/** Throws `integration.gone` when it was disconnected during the run, which ends there. */
const reportProgress = (
  context: WorkspaceContext,
  { row, runId }: OpenRun,
  passState: PassState,
  hasNewContent: boolean,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [integrationRow] = await transaction.tx
      .select({ id: integrations.id })
      .from(integrations)
      .where(ofIntegration(transaction, row.id))
    if (!integrationRow) throw integrationGone()
    await transaction.tx
      .update(integrationRuns)
      .set({ ...passState.counts, problems: passState.problems, updatedAt: new Date() })
      .where(ofRun(transaction, runId))
    await integrationChanged(transaction, row.id)
    await sourcesChanged(transaction, { integration_id: row.id })
    if (hasNewContent) await contentChanged(transaction)
  })

const finishRun = (
  context: WorkspaceContext,
  { row, runId }: OpenRun,
  runEnd: {
    state: 'completed' | 'failed'
    reason: string | null
    /** Without it the last progress of the run stays. */
    progress?: PassState
    cursor?: string | null
    attempt: number
  },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const finishedAt = new Date()
    await transaction.tx
      .update(integrationRuns)
      .set({
        ...(runEnd.progress && { ...runEnd.progress.counts, problems: runEnd.progress.problems }),
        state: runEnd.state,
        reason: runEnd.reason,
        updatedAt: finishedAt,
        endedAt: finishedAt,
      })
      .where(ofRun(transaction, runId))
    if (runEnd.state === 'completed')
      await transaction.tx
        .update(integrations)
        .set({ lastSyncAt: finishedAt, cursor: runEnd.cursor ?? null })
        .where(ofIntegration(transaction, row.id))
    await planNextSync(transaction, row.id, { failed: runEnd.state === 'failed' })
    await integrationChanged(transaction, row.id)
    await sourcesChanged(transaction, { integration_id: row.id })
    await emit(transaction, {
      type: 'integration.synced',
      integration_id: row.id,
      integration_type: row.type,
      state: runEnd.state,
    })
    // After a crash it is not known what an earlier attempt wrote without telling.
    const isUntouched =
      runEnd.state === 'completed' && runEnd.progress && changedItemCount(runEnd.progress) === 0 && runEnd.attempt === 1
    if (!isUntouched) await contentChanged(transaction)
  })

const changedItemCount = ({ counts: { added, updated, removed } }: PassState): number => added + updated + removed

const EMPTY_PASS_STATE: PassState = {
  counts: { found: 0, done: 0, added: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 },
  problems: [],
}

/** Files are read as uploads are; why one cannot be read is a matter of the file. */
const createFileReader =
  ({ readers }: IntegrationServices, signal: AbortSignal): ProviderPass['readFile'] =>
  async (fileToRead) => {
    try {
      const { read, note } = await readFile(readers, { ...fileToRead, images: true }, signal)
      return { text: { title: fileToRead.name, text: read.text, unit: read.unit }, images: read.images, note }
    } catch (readError) {
      if (readError instanceof Unreadable) throw new ItemUnreadable(readError.message, { lasting: true })
      throw readError
    }
  }

/** Runs an import. A second run after a crash starts again and finds items that were read before unchanged. */
export const syncJob = (services: IntegrationServices) =>
  defineJob({
    name: 'integrations.sync',
    schema: z.object({ workspace_id: z.uuid(), integration_id: z.uuid() }),
    retryLimit: 2,
    expireInSeconds: PASS_LIMIT_SECONDS,
    concurrency: 2,
    handler: async ({ workspace_id, integration_id: id }, { signal, attempt, final }) => {
      const context = jobContext(services.workspaces, workspace_id)
      const activeRun = await takeOpenRun(context, id)
      if (!activeRun) return
      const registeredProvider = providerOf(services, activeRun.row.type)
      const itemOrigin = { id, kind: activeRun.row.type }
      let lastState = EMPTY_PASS_STATE
      let reportedAt = 0
      let writtenBefore = 0
      try {
        const { limits } = await accessOfWorkspace(context)
        const { cursor, ...state } = await runPass({
          ctx: context,
          images: services.images,
          origin: itemOrigin,
          provider: registeredProvider,
          itemsMax: limits.faqs === null ? ITEMS_OF_PLAN.unlimited : ITEMS_OF_PLAN.limited,
          pass: {
            withAccess: accessTo(services, context, id, signal),
            signal,
            chosen: activeRun.row.chosen,
            cursor: activeRun.row.cursor,
            readFile: createFileReader(services, signal),
          },
          progress: async (passState) => {
            lastState = passState
            if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return
            reportedAt = Date.now()
            const writtenCount = passState.counts.added + passState.counts.updated
            const hasNewContent = writtenCount > writtenBefore
            writtenBefore = writtenCount
            await reportProgress(context, activeRun, passState, hasNewContent)
          },
        })
        await finishRun(context, activeRun, { state: 'completed', reason: null, progress: state, cursor, attempt })
      } catch (passError) {
        if (await isDisconnected(context, id)) return
        const isProviderFailure = passError instanceof AccessEnded || passError instanceof ProviderDown
        if (signal.aborted || !(isProviderFailure || final)) throw passError
        await failPendingItems(context, itemOrigin, NOT_REACHED_REASON)
        await finishRun(context, activeRun, {
          state: 'failed',
          reason: isProviderFailure ? passError.message : INTERRUPTED_REASON,
          progress: lastState,
          attempt,
        })
        if (!isProviderFailure) throw passError
      }
    },
  })

/** A run that has not moved for so long was left behind by a process that died for good. */
const STUCK_AFTER = '90 minutes'
const RUN_RETENTION = '180 days'

/** Cleans up after a process that died: fails waiting items and notifies open screens. */
async function finishStuckRuns({ workspaces }: IntegrationServices, signal: AbortSignal): Promise<void> {
  const stuckRuns = await systemTransaction(workspaces.db, (transaction) =>
    transaction
      .select({
        workspaceId: integrationRuns.workspaceId,
        runId: integrationRuns.id,
        id: integrationRuns.integrationId,
        type: integrationRuns.type,
      })
      .from(integrationRuns)
      .where(
        and(
          inArray(integrationRuns.state, ['queued', 'running']),
          lt(integrationRuns.updatedAt, sql`now() - ${STUCK_AFTER}::interval`),
        ),
      ),
  )
  for (const { workspaceId, runId, id, type } of stuckRuns) {
    signal.throwIfAborted()
    const context = jobContext(workspaces, workspaceId)
    await failPendingItems(context, { id, kind: type }, NOT_REACHED_REASON)
    await finishRun(context, { row: { id, type }, runId }, { state: 'failed', reason: INTERRUPTED_REASON, attempt: 2 })
  }
}

/** Begins the passes that are due, ends what was left behind, and forgets what is old. */
export const integrationMaintenanceJob = (services: IntegrationServices) =>
  defineJob({
    name: 'integrations.tend',
    schema: z.object({}),
    cron: '*/10 * * * *',
    expireInSeconds: 300,
    handler: async (_, { signal }) => {
      await deleteExpiredOAuthStates(services)
      await finishStuckRuns(services, signal)
      const dueIntegrations = await systemTransaction(services.workspaces.db, async (transaction) => {
        await transaction
          .delete(integrationRuns)
          .where(lt(integrationRuns.endedAt, sql`now() - ${RUN_RETENTION}::interval`))
        return transaction
          .select({ id: integrations.id, workspaceId: integrations.workspaceId })
          .from(integrations)
          .where(lt(integrations.nextSyncAt, sql`now()`))
          .orderBy(integrations.nextSyncAt)
          .limit(200)
      })
      for (const { id, workspaceId } of dueIntegrations) {
        signal.throwIfAborted()
        const context = jobContext(services.workspaces, workspaceId)
        // Without access nothing is written; it is asked about again when it is due next.
        const { has_access } = await accessOfWorkspace(context)
        await inTransaction(context, async (transaction) => {
          await planNextSync(transaction, id, { failed: false })
          if (has_access) await startSync(services, transaction, id)
        })
      }
    },
  })
