import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { emit, inTransaction, jobContext, type WorkspaceServices, workspaces } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/** Rows per transaction, so that visitors' questions are not blocked for long. */
const BATCH = 1_000

/** Deletes what visitors asked longer ago than their workspace keeps it. */
export async function applyRetention(services: WorkspaceServices, signal?: AbortSignal): Promise<void> {
  const rows = await systemTransaction(services.db, (transaction) =>
    transaction
      .select({ id: workspaces.id, days: workspaces.visitorRetentionDays })
      .from(workspaces)
      .where(isNotNull(workspaces.visitorRetentionDays)),
  )
  for (const { id, days } of rows) {
    for (let gone = BATCH; gone === BATCH; ) {
      signal?.throwIfAborted()
      gone = await deleteOlderThan(services, id, days ?? 0)
    }
  }
}

const deleteOlderThan = (services: WorkspaceServices, id: string, days: number): Promise<number> =>
  inTransaction(jobContext(services, id), async (transaction) => {
    const old = and(
      eq(messages.workspaceId, transaction.workspaceId),
      lt(messages.createdAt, sql`now() - make_interval(days => ${days})`),
    )
    const ids = transaction.tx.select({ id: messages.id }).from(messages).where(old).limit(BATCH)
    const gone = await transaction.tx
      .delete(messages)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), inArray(messages.id, ids)))
      .returning({ id: messages.id })
    if (gone.length > 0) await emit(transaction, { type: 'question.deleted', id: null })
    return gone.length
  })

/** Once a day. */
export const applyRetentionJob = (services: WorkspaceServices) =>
  defineJob({
    name: 'questions.apply-retention',
    schema: z.object({}),
    cron: '20 3 * * *',
    handler: (_, { signal }) => applyRetention(services, signal),
  })
