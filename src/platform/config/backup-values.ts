import { isAbsolute, join } from 'node:path'
import { CronExpressionParser } from 'cron-parser'
import { ConfigError } from './config-error.ts'
import { EnvReader } from './env-reader.ts'
import { readS3Service, type S3Config } from './service-values.ts'

/** Backups by the clock. */
export interface BackupConfig {
  /** When they are made: five fields in UTC; null for never. */
  schedule: string | null
  /** Number of scheduled backups that are kept. */
  keep: number
  /** Absolute path of a folder, or a bucket. */
  to: { kind: 'folder'; path: string } | { kind: 'bucket'; s3: S3Config }
  /** Encrypts every backup; null: they are not encrypted. */
  key: string | null
}

const KEY_LENGTH = 32

const isSchedule = (scheduleText: string): boolean => {
  try {
    CronExpressionParser.parse(scheduleText, { tz: 'UTC' })
    return scheduleText.split(/\s+/).length === 5
  } catch {
    return false
  }
}

export function readBackups(environment: EnvReader, dataFolder: string): BackupConfig {
  const schedule = environment.text('BACKUP_SCHEDULE')
  if (schedule !== null && !isSchedule(schedule))
    environment.reject(
      'BACKUP_SCHEDULE',
      `"${schedule}" is not a schedule.`,
      'five fields in UTC, e.g. 30 3 * * * for 03:30.',
    )
  const backupKey = environment.text('BACKUP_KEY')
  if (backupKey !== null && backupKey.length < KEY_LENGTH)
    environment.reject('BACKUP_KEY', 'is too short.', `${KEY_LENGTH} random characters or more.`)
  return {
    schedule,
    keep: environment.integer('BACKUP_KEEP', { min: 1, max: 1000, fallback: 7 }),
    to: readTarget(environment, dataFolder),
    key: backupKey,
  }
}

function readTarget(environment: EnvReader, dataFolder: string): BackupConfig['to'] {
  const targetText = environment.text('BACKUP_TO')
  if (targetText === null) return { kind: 'folder', path: join(dataFolder, 'backups') }
  const bucketConfig = readBucketAddress(environment, 'with BACKUP_TO', targetText)
  if (bucketConfig) return { kind: 'bucket', s3: bucketConfig }
  if (!isAbsolute(targetText))
    environment.reject(
      'BACKUP_TO',
      `"${targetText}" is not a folder or bucket.`,
      'an absolute path, or s3://bucket/folder.',
    )
  return { kind: 'folder', path: targetText }
}

/** The bucket and folder of `s3://bucket/folder` at the service of the S3_ variables; null for another text. */
function readBucketAddress(environment: EnvReader, requirement: string, addressText: string): S3Config | null {
  const [address, name = '', folder = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*)$/.exec(addressText) ?? []
  return address === undefined ? null : readS3Service(environment, requirement, name, folder)
}

/**
 * The bucket of an address on the command line.
 * @param bucketAddress `s3://bucket/folder`
 * @throws ConfigError for another address, and without the variables of the service
 */
export function readBucket(environment: Record<string, string | undefined>, bucketAddress: string): S3Config {
  const env = new EnvReader(environment)
  const bucketConfig = readBucketAddress(env, `for ${bucketAddress}`, bucketAddress)
  if (!bucketConfig) env.reject('--from', `"${bucketAddress}" is not a bucket.`, 's3://bucket/folder.')
  if (!bucketConfig || env.problems.length > 0) throw new ConfigError(env.problems)
  return bucketConfig
}
