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

const isSchedule = (text: string): boolean => {
  try {
    CronExpressionParser.parse(text, { tz: 'UTC' })
    return text.split(/\s+/).length === 5
  } catch {
    return false
  }
}

export function readBackups(env: EnvReader, dataDir: string): BackupConfig {
  const schedule = env.text('BACKUP_SCHEDULE')
  if (schedule !== null && !isSchedule(schedule))
    env.reject('BACKUP_SCHEDULE', `"${schedule}" is not a schedule.`, 'five fields in UTC, e.g. 30 3 * * * for 03:30.')
  const key = env.text('BACKUP_KEY')
  if (key !== null && key.length < KEY_LENGTH)
    env.reject('BACKUP_KEY', 'is too short.', `${KEY_LENGTH} random characters or more.`)
  return {
    schedule,
    keep: env.integer('BACKUP_KEEP', { min: 1, max: 1000, fallback: 7 }),
    to: readTarget(env, dataDir),
    key,
  }
}

function readTarget(env: EnvReader, dataDir: string): BackupConfig['to'] {
  const text = env.text('BACKUP_TO')
  if (text === null) return { kind: 'folder', path: join(dataDir, 'backups') }
  const s3 = readBucketAddress(env, 'with BACKUP_TO', text)
  if (s3) return { kind: 'bucket', s3 }
  if (!isAbsolute(text))
    env.reject('BACKUP_TO', `"${text}" is not a folder or bucket.`, 'an absolute path, or s3://bucket/folder.')
  return { kind: 'folder', path: text }
}

/** The bucket and folder of `s3://bucket/folder` at the service of the S3_ variables; null for another text. */
function readBucketAddress(env: EnvReader, because: string, text: string): S3Config | null {
  const [address, name = '', folder = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*)$/.exec(text) ?? []
  return address === undefined ? null : readS3Service(env, because, name, folder)
}

/**
 * The bucket of an address on the command line.
 * @param address `s3://bucket/folder`
 * @throws ConfigError for another address, and without the variables of the service
 */
export function readBucket(environment: Record<string, string | undefined>, address: string): S3Config {
  const env = new EnvReader(environment)
  const s3 = readBucketAddress(env, `for ${address}`, address)
  if (!s3) env.reject('--from', `"${address}" is not a bucket.`, 's3://bucket/folder.')
  if (!s3 || env.problems.length > 0) throw new ConfigError(env.problems)
  return s3
}
