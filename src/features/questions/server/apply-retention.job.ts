import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { emit, inTransaction, jobContext, type WorkspaceServices, workspaces } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/** Rows per transaction, so that visitors' questions are not blocked for long. */
const DELETE_BATCH_SIZE = 1_000

/** Deletes what visitors asked longer ago than their workspace keeps it. */
export async function applyRetention(services: WorkspaceServices, signal?: AbortSignal): Promise<void> {
  const workspaceRows = await systemTransaction(services.db, (transaction) =>
    transaction
      .select({ id: workspaces.id, days: workspaces.visitorRetentionDays })
      .from(workspaces)
      .where(isNotNull(workspaces.visitorRetentionDays)),
  )
  for (const { id, days } of workspaceRows) {
    for (let deletedCount = DELETE_BATCH_SIZE; deletedCount === DELETE_BATCH_SIZE; ) {
      signal?.throwIfAborted()
      deletedCount = await deleteOlderThan(services, id, days ?? 0)
    }
  }
}

const deleteOlderThan = (services: WorkspaceServices, workspaceId: string, days: number): Promise<number> =>
  inTransaction(jobContext(services, workspaceId), async (transaction) => {
    const isExpired = and(
      eq(messages.workspaceId, transaction.workspaceId),
      lt(messages.createdAt, sql`now() - make_interval(days => ${days})`),
    )
    const expiredIds = transaction.tx
      .select({ id: messages.id })
      .from(messages)
      .where(isExpired)
      .limit(DELETE_BATCH_SIZE)
    const deletedRows = await transaction.tx
      .delete(messages)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), inArray(messages.id, expiredIds)))
      .returning({ id: messages.id })
    if (deletedRows.length > 0) await emit(transaction, { type: 'question.deleted', id: null })
    return deletedRows.length
  })

/** Once a day. */
export const applyRetentionJob = (services: WorkspaceServices) =>
  defineJob({
    name: 'questions.apply-retention',
    schema: z.object({}),
    cron: '20 3 * * *',
    handler: (_, { signal }) => applyRetention(services, signal),
  })
