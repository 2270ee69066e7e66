import { lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import { KEPT } from './claim-key.ts'
import { idempotencyKeys } from './idempotency-keys.table.ts'

export const deleteExpiredKeys = (db: Database): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    await transaction.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, sql`now() - ${KEPT}`))
  })

export const deleteExpiredKeysJob = (db: Database) =>
  defineJob({
    name: 'workspaces.delete-expired-idempotency-keys',
    schema: z.object({}),
    cron: '17 * * * *',
    handler: () => deleteExpiredKeys(db),
  })
