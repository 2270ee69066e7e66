import { lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import { KEY_LIFETIME } from './claim-key.ts'
import { idempotencyKeys } from './idempotency-keys.table.ts'

export const deleteExpiredKeys = (database: Database): Promise<void> =>
  systemTransaction(database, async (transaction) => {
    await transaction.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, sql`now() - ${KEY_LIFETIME}`))
  })

export const deleteExpiredKeysJob = (database: Database) =>
  defineJob({
    name: 'workspaces.delete-expired-idempotency-keys',
    schema: z.object({}),
    cron: '17 * * * *',
    handler: () => deleteExpiredKeys(database),
  })
