import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { instanceState } from './operations.table.ts'

const STATE_KEY = 'backups'

const instantSchema = z.iso.datetime()
const backupStatus = z.object({
  schedule: z.string().nullable(),
  /** When this schedule began. */
  since: instantSchema,
  /** The latest run. `error` is null when it was successful. */
  last: z.object({ at: instantSchema, error: z.string().nullable() }).nullable(),
  /** The latest verified backup. */
  good: z
    .object({ at: instantSchema, name: z.string(), bytes: z.number(), rows: z.number(), seconds: z.number() })
    .nullable(),
})
export type BackupStatus = z.output<typeof backupStatus>

async function readStatus(transaction: Tx): Promise<BackupStatus | null> {
  const [row] = await transaction
    .select()
    .from(instanceState)
    .where(sql`${instanceState.key} = ${STATE_KEY}`)
    .for('update')
  return row ? backupStatus.parse(row.value) : null
}

async function writeStatus(transaction: Tx, statusValue: BackupStatus, currentTime: Date): Promise<void> {
  await transaction
    .insert(instanceState)
    .values({ key: STATE_KEY, value: statusValue, updatedAt: currentTime })
    .onConflictDoUpdate({ target: instanceState.key, set: { value: statusValue, updatedAt: currentTime } })
}

export const readBackupStatus = (db: Database): Promise<BackupStatus | null> =>
  systemTransaction(db, (transaction) => readStatus(transaction))

/** Notes when a schedule begins, so that a first backup which is never made is overdue, too. */
export const recordBackupSchedule = (db: Database, schedule: string | null, currentTime: Date): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const backupStatus = await readStatus(transaction)
    if (backupStatus ? backupStatus.schedule === schedule : schedule === null) return
    const { last = null, good = null } = backupStatus ?? {}
    await writeStatus(transaction, { schedule, since: currentTime.toISOString(), last, good }, currentTime)
  })

/** Records the end of a run: the backup that was made, or why there is none. */
export const recordBackupRun = (
  db: Database,
  schedule: string,
  backupOutcome: { good: Omit<NonNullable<BackupStatus['good']>, 'at'> } | { error: string },
  currentTime: Date,
): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const finishedAt = currentTime.toISOString()
    const backupStatus = (await readStatus(transaction)) ?? { since: finishedAt, good: null }
    const goodBackup = 'good' in backupOutcome ? { at: finishedAt, ...backupOutcome.good } : backupStatus.good
    const lastAttempt = { at: finishedAt, error: 'error' in backupOutcome ? backupOutcome.error : null }
    await writeStatus(transaction, { ...backupStatus, schedule, last: lastAttempt, good: goodBackup }, currentTime)
  })
