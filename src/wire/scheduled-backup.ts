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

export const isScheduled = (name: string): boolean => SCHEDULED.test(name)

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
export async function makeScheduledBackup(deps: ScheduledBackupDeps, now: Date): Promise<BackupSummary> {
  const { config, db, storage } = deps
  const { to, key, keep } = config.backups
  const folder = to.kind === 'folder' ? to.path : join(config.dataDir, 'backups')
  const name = `${backupName('scheduled', now)}${key ? '.sealed' : ''}`
  const path = join(folder, name)
  await removeUnfinished(folder)
  const notes = { secret_key: keyMark(config.secretKey) }
  const summary = await writeBackup({ db, jobs: deps.jobs(), storage, leaveOut: LEFT_OUT, notes, key }, path)
  const bucket = to.kind === 'bucket' ? s3Storage(to.s3) : null
  try {
    await verifyBackup(path, key, join(config.dataDir, 'backups'))
    if (bucket) await upload(bucket, path, name, summary.bytes)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  // The verified backup stays, even if an old one cannot be deleted.
  if (bucket) await rm(path)
  const names = bucket ? await Array.fromAsync(bucket.list('')) : await readdir(folder)
  const scheduled = names.filter(isScheduled).sort()
  for (const old of scheduled.slice(0, -keep)) await (bucket ? bucket.delete(old) : rm(join(folder, old)))
  return to.kind === 'bucket' ? { ...summary, path: `s3://${to.s3.bucket}/${to.s3.prefix}${name}` } : summary
}

/** Deletes files that a killed process left behind. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('scheduled-') && name.endsWith('.unfinished')) await rm(join(folder, name))
}

async function upload(bucket: FileStorage, path: string, name: string, bytes: number): Promise<void> {
  await bucket.put(name, createReadStream(path), { contentType: 'application/octet-stream' })
  const stored = await bucket.stat(name)
  if (stored?.size !== bytes)
    throw new AppError('unavailable', 'backup.incomplete', `Of ${bytes} bytes the bucket has ${stored?.size ?? 0}.`)
}

/** By BACKUP_SCHEDULE, once for all processes; null without one. */
export function scheduledBackupJob(deps: ScheduledBackupDeps) {
  const { schedule } = deps.config.backups
  if (schedule === null) return null
  return defineJob({
    name: 'operations.backup',
    schema: z.object({}),
    cron: schedule,
    retryLimit: 2,
    expireInSeconds: 12 * 3600,
    handler: async () => {
      const begun = new Date()
      try {
        const { path, bytes, rows } = await makeScheduledBackup(deps, begun)
        const seconds = (Date.now() - begun.getTime()) / 1000
        await recordBackupRun(deps.db, schedule, { good: { name: path, bytes, rows, seconds } }, new Date())
        deps.log('info', 'A scheduled backup was made and verified', { path, bytes, rows, seconds })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        deps.log('error', 'A scheduled backup failed', { reason })
        await recordBackupRun(deps.db, schedule, { error: reason }, new Date())
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
  status: BackupStatus | null,
  now: Date,
): BackupHealth {
  const goodAt = status?.good ? new Date(status.good.at) : null
  if (schedule === null || !status) return { hasFailed: false, isOverdue: false, goodAt }
  const currentDate = new Date(now.getTime() - GRACE_MS)
  const due = CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate }).prev().toDate()
  const expectedSince = Math.max(new Date(status.since).getTime(), goodAt?.getTime() ?? 0)
  return { hasFailed: status.last?.error != null, isOverdue: due.getTime() > expectedSince, goodAt }
}
