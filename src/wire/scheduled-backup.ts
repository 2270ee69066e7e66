import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import { type BackupStatus, recordBackupRun } from '../features/operations/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import { type BackupSummary, verifyBackup, writeBackup } from '../platform/backup/index.ts'
import type { BackupConfig, Config } from '../platform/config/index.ts'
import type { Database, DatabaseLog } from '../platform/db/index.ts'
import { defineJob, type Jobs } from '../platform/jobs/index.ts'
import { type FileStorage, s3Storage } from '../platform/storage/index.ts'
import { backupName, keyMark, LEFT_OUT } from './backup-parts.ts'

/** Longest time that a run may take before its backup counts as overdue. */
const GRACE_MS = 6 * 3600_000
/** The names are in the order of time. */
const SCHEDULED = /^scheduled-[\dt-]+\.jsonl\.gz(\.sealed)?$/

export const isScheduled = (backupFile: string): boolean => SCHEDULED.test(backupFile)

export interface ScheduledBackupDeps {
  config: Pick<Config, 'backups' | 'dataDir' | 'secretKey'>
  db: Database
  storage: FileStorage
  jobs: () => Pick<Jobs, 'waiting'>
  log: DatabaseLog
}

/**
 * Makes one backup, restores it into a scratch database, takes it to its place and deletes the oldest ones there. A
 * backup that cannot be restored is deleted, and takes no other's place.
 */
export async function makeScheduledBackup(
  dependencies: ScheduledBackupDeps,
  currentTime: Date,
): Promise<BackupSummary> {
  const { config, db, storage } = dependencies
  const { to, key, keep } = config.backups
  const backupFolder = to.kind === 'folder' ? to.path : join(config.dataDir, 'backups')
  const backupFile = backupName('scheduled', currentTime, key)
  const backupPath = join(backupFolder, backupFile)
  await removeUnfinished(backupFolder)
  const backupNotes = { secret_key: keyMark(config.secretKey) }
  const backupSummary = await writeBackup(
    { db, jobs: dependencies.jobs(), storage, leaveOut: LEFT_OUT, notes: backupNotes, key },
    backupPath,
  )
  const bucketStorage = to.kind === 'bucket' ? s3Storage(to.s3) : null
  try {
    await verifyBackup(backupPath, key, join(config.dataDir, 'backups'))
    if (bucketStorage) await upload(bucketStorage, backupPath, backupFile, backupSummary.bytes)
  } catch (error) {
    await rm(backupPath, { force: true })
    throw error
  }
  // The verified backup stays, even if an old one cannot be deleted.
  if (bucketStorage) await rm(backupPath)
  const storedNames = bucketStorage ? await Array.fromAsync(bucketStorage.list('')) : await readdir(backupFolder)
  const scheduled = storedNames.filter(isScheduled).sort()
  for (const oldBackup of scheduled.slice(0, -keep))
    await (bucketStorage ? bucketStorage.delete(oldBackup) : rm(join(backupFolder, oldBackup)))
  return to.kind === 'bucket'
    ? { ...backupSummary, path: `s3://${to.s3.bucket}/${to.s3.prefix}${backupFile}` }
    : backupSummary
}

/** Deletes files that a killed process left behind. */
async function removeUnfinished(backupFolder: string): Promise<void> {
  for (const backupFile of await readdir(backupFolder).catch(() => []))
    if (backupFile.startsWith('scheduled-') && backupFile.endsWith('.unfinished'))
      await rm(join(backupFolder, backupFile))
}

async function upload(
  bucketStorage: FileStorage,
  backupPath: string,
  backupFile: string,
  backupBytes: number,
): Promise<void> {
  await bucketStorage.put(backupFile, createReadStream(backupPath), { contentType: 'application/octet-stream' })
  const storedFile = await bucketStorage.stat(backupFile)
  if (storedFile?.size !== backupBytes)
    throw new AppError(
      'unavailable',
      'backup.incomplete',
      `Of ${backupBytes} bytes the bucket has ${storedFile?.size ?? 0}.`,
    )
}

/** By BACKUP_SCHEDULE, once for all processes; null without one. */
export function scheduledBackupJob(dependencies: ScheduledBackupDeps) {
  const { schedule } = dependencies.config.backups
  if (schedule === null) return null
  return defineJob({
    name: 'operations.backup',
    schema: z.object({}),
    cron: schedule,
    retryLimit: 2,
    expireInSeconds: 12 * 3600,
    handler: async () => {
      const begunAt = new Date()
      try {
        const { path, bytes, rows } = await makeScheduledBackup(dependencies, begunAt)
        const durationSeconds = (Date.now() - begunAt.getTime()) / 1000
        await recordBackupRun(
          dependencies.db,
          schedule,
          { good: { name: path, bytes, rows, seconds: durationSeconds } },
          new Date(),
        )
        dependencies.log('info', 'A scheduled backup was made and verified', {
          path,
          bytes,
          rows,
          seconds: durationSeconds,
        })
      } catch (error) {
        const failureReason = error instanceof Error ? error.message : String(error)
        dependencies.log('error', 'A scheduled backup failed', { reason: failureReason })
        await recordBackupRun(dependencies.db, schedule, { error: failureReason }, new Date())
        throw error
      }
    },
  })
}

/** State of the scheduled backups. */
export interface BackupHealth {
  hasFailed: boolean
  /** The run of before the grace period has not led to a backup. */
  isOverdue: boolean
  /** Time of the latest verified backup. */
  goodAt: Date | null
}

export function backupHealth(
  { schedule }: Pick<BackupConfig, 'schedule'>,
  backupStatus: BackupStatus | null,
  currentTime: Date,
): BackupHealth {
  const lastGoodAt = backupStatus?.good ? new Date(backupStatus.good.at) : null
  if (schedule === null || !backupStatus) return { hasFailed: false, isOverdue: false, goodAt: lastGoodAt }
  const currentDate = new Date(currentTime.getTime() - GRACE_MS)
  const lastDue = CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate }).prev().toDate()
  const expectedSince = Math.max(new Date(backupStatus.since).getTime(), lastGoodAt?.getTime() ?? 0)
  return {
    hasFailed: backupStatus.last?.error != null,
    isOverdue: lastDue.getTime() > expectedSince,
    goodAt: lastGoodAt,
  }
}
