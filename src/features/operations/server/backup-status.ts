import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { instanceState } from './operations.table.ts'

const KEY = 'backups'

const instant = z.iso.datetime()
const backupStatus = z.object({
  schedule: z.string().nullable(),
  /** When this schedule began. */
  since: instant,
  /** The latest run. `error` is null when it was successful. */
  last: z.object({ at: instant, error: z.string().nullable() }).nullable(),
  /** The latest verified backup. */
  good: z
    .object({ at: instant, name: z.string(), bytes: z.number(), rows: z.number(), seconds: z.number() })
    .nullable(),
})
export type BackupStatus = z.output<typeof backupStatus>

async function read(transaction: Tx): Promise<BackupStatus | null> {
  const [row] = await transaction.select().from(instanceState).where(sql`${instanceState.key} = ${KEY}`).for('update')
  return row ? backupStatus.parse(row.value) : null
}

async function write(transaction: Tx, value: BackupStatus, now: Date): Promise<void> {
  await transaction
    .insert(instanceState)
    .values({ key: KEY, value, updatedAt: now })
    .onConflictDoUpdate({ target: instanceState.key, set: { value, updatedAt: now } })
}

export const readBackupStatus = (db: Database): Promise<BackupStatus | null> =>
  systemTransaction(db, (transaction) => read(transaction))

/** Notes when a schedule begins, so that a first backup which is never made is overdue, too. */
export const recordBackupSchedule = (db: Database, schedule: string | null, now: Date): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const status = await read(transaction)
    if (status ? status.schedule === schedule : schedule === null) return
    const { last = null, good = null } = status ?? {}
    await write(transaction, { schedule, since: now.toISOString(), last, good }, now)
  })

/** Records the end of a run: the backup that was made, or why there is none. */
export const recordBackupRun = (
  db: Database,
  schedule: string,
  outcome: { good: Omit<NonNullable<BackupStatus['good']>, 'at'> } | { error: string },
  now: Date,
): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const at = now.toISOString()
    const status = (await read(transaction)) ?? { since: at, good: null }
    const good = 'good' in outcome ? { at, ...outcome.good } : status.good
    const last = { at, error: 'error' in outcome ? outcome.error : null }
    await write(transaction, { ...status, schedule, last, good }, now)
  })
