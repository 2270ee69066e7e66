import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import { searchChanges } from '../ranking.table.ts'

/** Longer than any index follows changes, see `CHANGES_TRUSTED`. */
const CHANGES_KEPT = sql`interval '1 hour'`

/** Deletes the logged changes of all workspaces that no index follows any more. */
export const deleteOldChanges = (transaction: Tx) =>
  transaction.delete(searchChanges).where(lt(searchChanges.changedAt, sql`now() - ${CHANGES_KEPT}`))

export const deleteOldChangesJob = (db: Database) =>
  defineJob({
    name: 'ranking.delete-old-changes',
    schema: z.object({}),
    cron: '7 * * * *',
    handler: async () => {
      await systemTransaction(db, deleteOldChanges)
    },
  })
