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
import { type IntegrationRow, integrationChanged, newestRun, ofIntegration, ofRun } from './integration-rows.ts'
import { integrationRuns, integrations } from './integrations.table.ts'
import { deleteExpiredOAuthStates } from './oauth-state.ts'
import { AccessEnded, ItemUnreadable, ProviderDown, type ProviderPass } from './provider.ts'
import { type PassState, runPass } from './run-pass.ts'
import { type IntegrationServices, providerOf } from './services.ts'
import { planNextSync, startSync } from './start-sync.ts'

const PASS_LIMIT_SECONDS = 3_600
/** Minimum interval between progress events for dashboards, in milliseconds. */
const PROGRESS_INTERVAL_MS = 700
const INTERRUPTED = 'The import was interrupted. Imported content stays, and the next import continues.'
const NOT_REACHED = 'The import ended before this item. The next import reads it.'

interface OpenRun {
  row: Pick<IntegrationRow, 'id' | 'type'>
  runId: string
}

/** Takes the run that waits, or that an earlier attempt left; null when the integration is gone or not active. */
const openRun = (context: WorkspaceContext, id: string): Promise<(OpenRun & { row: IntegrationRow }) | null> =>
  inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx.select().from(integrations).where(ofIntegration(transaction, id)).for('update')
    if (!row) return null
    const newest = await newestRun(transaction, id)
    const open = newest?.state === 'queued' || newest?.state === 'running' ? newest.id : null
    const runId = open ?? newId()
    const { workspaceId, type, accountName } = row
    if (open)
      await transaction.tx
        .update(integrationRuns)
        .set({ state: 'running', updatedAt: new Date() })
        .where(ofRun(transaction, runId))
    else
      await transaction.tx
        .insert(integrationRuns)
        .values({ workspaceId, id: runId, integrationId: id, type, accountName, state: 'running' })
    await integrationChanged(transaction, id)
    return { row, runId }
  })

const gone = () => new AppError('not_found', 'integration.gone', 'This integration was disconnected.')

const isGone = (context: WorkspaceContext, id: string): Promise<boolean> =>
  inTransaction(context, async ({ tx }) => {
    const rows = await tx.select({ id: integrations.id }).from(integrations).where(ofIntegration(context, id))
    return rows.length === 0
  })

/** Throws `integration.gone` when it was disconnected during the run, which ends there. */
const reportProgress = (
  context: WorkspaceContext,
  { row, runId }: OpenRun,
  state: PassState,
  written: boolean,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [there] = await transaction.tx
      .select({ id: integrations.id })
      .from(integrations)
      .where(ofIntegration(transaction, row.id))
    if (!there) throw gone()
    await transaction.tx
      .update(integrationRuns)
      .set({ ...state.counts, problems: state.problems, updatedAt: new Date() })
      .where(ofRun(transaction, runId))
    await integrationChanged(transaction, row.id)
    await sourcesChanged(transaction, { integration_id: row.id })
    if (written) await contentChanged(transaction)
  })

const endRun = (
  context: WorkspaceContext,
  { row, runId }: OpenRun,
  end: {
    state: 'completed' | 'failed'
    reason: string | null
    /** Without it the last progress of the run stays. */
    so?: PassState
    cursor?: string | null
    attempt: number
  },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const now = new Date()
    await transaction.tx
      .update(integrationRuns)
      .set({
        ...(end.so && { ...end.so.counts, problems: end.so.problems }),
        state: end.state,
        reason: end.reason,
        updatedAt: now,
        endedAt: now,
      })
      .where(ofRun(transaction, runId))
    if (end.state === 'completed')
      await transaction.tx
        .update(integrations)
        .set({ lastSyncAt: now, cursor: end.cursor ?? null })
        .where(ofIntegration(transaction, row.id))
    await planNextSync(transaction, row.id, { failed: end.state === 'failed' })
    await integrationChanged(transaction, row.id)
    await sourcesChanged(transaction, { integration_id: row.id })
    await emit(transaction, {
      type: 'integration.synced',
      integration_id: row.id,
      integration_type: row.type,
      state: end.state,
    })
    // After a crash it is not known what an earlier attempt wrote without telling.
    const isUntouched = end.state === 'completed' && end.so && touched(end.so) === 0 && end.attempt === 1
    if (!isUntouched) await contentChanged(transaction)
  })

const touched = ({ counts: { added, updated, removed } }: PassState): number => added + updated + removed

const NOTHING: PassState = {
  counts: { found: 0, done: 0, added: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 },
  problems: [],
}

/** Files are read as uploads are; why one cannot be read is a matter of the file. */
const fileReader =
  ({ readers }: IntegrationServices, signal: AbortSignal): ProviderPass['readFile'] =>
  async (file) => {
    try {
      const { read, note } = await readFile(readers, { ...file, images: true }, signal)
      return { text: { title: file.name, text: read.text, unit: read.unit }, images: read.images, note }
    } catch (error) {
      if (error instanceof Unreadable) throw new ItemUnreadable(error.message, { lasting: true })
      throw error
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
      const run = await openRun(context, id)
      if (!run) return
      const provider = providerOf(services, run.row.type)
      const origin = { id, kind: run.row.type }
      let so = NOTHING
      let reportedAt = 0
      let writtenBefore = 0
      try {
        const { limits } = await accessOfWorkspace(context)
        const { cursor, ...state } = await runPass({
          ctx: context,
          images: services.images,
          origin,
          provider,
          itemsMax: limits.faqs === null ? ITEMS_OF_PLAN.unlimited : ITEMS_OF_PLAN.limited,
          pass: {
            withAccess: accessTo(services, context, id, signal),
            signal,
            chosen: run.row.chosen,
            cursor: run.row.cursor,
            readFile: fileReader(services, signal),
          },
          progress: async (state) => {
            so = state
            if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return
            reportedAt = Date.now()
            const written = state.counts.added + state.counts.updated
            const isMore = written > writtenBefore
            writtenBefore = written
            await reportProgress(context, run, state, isMore)
          },
        })
        await endRun(context, run, { state: 'completed', reason: null, so: state, cursor, attempt })
      } catch (error) {
        if (await isGone(context, id)) return
        const isTold = error instanceof AccessEnded || error instanceof ProviderDown
        if (signal.aborted || !(isTold || final)) throw error
        await failPendingItems(context, origin, NOT_REACHED)
        await endRun(context, run, { state: 'failed', reason: isTold ? error.message : INTERRUPTED, so, attempt })
        if (!isTold) throw error
      }
    },
  })

/** A run that has not moved for so long was left behind by a process that died for good. */
const STUCK = '90 minutes'
const HISTORY = '180 days'

/** Cleans up after a process that died: fails waiting items and notifies open screens. */
async function endStuck({ workspaces }: IntegrationServices, signal: AbortSignal): Promise<void> {
  const stuck = await systemTransaction(workspaces.db, (transaction) =>
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
          lt(integrationRuns.updatedAt, sql`now() - ${STUCK}::interval`),
        ),
      ),
  )
  for (const { workspaceId, runId, id, type } of stuck) {
    signal.throwIfAborted()
    const context = jobContext(workspaces, workspaceId)
    await failPendingItems(context, { id, kind: type }, NOT_REACHED)
    await endRun(context, { row: { id, type }, runId }, { state: 'failed', reason: INTERRUPTED, attempt: 2 })
  }
}

/** Begins the passes that are due, ends what was left behind, and forgets what is old. */
export const tendIntegrationsJob = (services: IntegrationServices) =>
  defineJob({
    name: 'integrations.tend',
    schema: z.object({}),
    cron: '*/10 * * * *',
    expireInSeconds: 300,
    handler: async (_, { signal }) => {
      await deleteExpiredOAuthStates(services)
      await endStuck(services, signal)
      const due = await systemTransaction(services.workspaces.db, async (transaction) => {
        await transaction.delete(integrationRuns).where(lt(integrationRuns.endedAt, sql`now() - ${HISTORY}::interval`))
        return transaction
          .select({ id: integrations.id, workspaceId: integrations.workspaceId })
          .from(integrations)
          .where(lt(integrations.nextSyncAt, sql`now()`))
          .orderBy(integrations.nextSyncAt)
          .limit(200)
      })
      for (const { id, workspaceId } of due) {
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
