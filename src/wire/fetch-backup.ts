import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../kernel/app-error.ts'
import { type CheckedBackup, readBackup } from '../platform/backup/index.ts'
import { readBucket } from '../platform/config/index.ts'
import { type FileStorage, s3Storage } from '../platform/storage/index.ts'
import { isScheduled } from './scheduled-backup.ts'

/** Prefix of the folders with copies of backups; the number of the process follows. */
const COPIES = 'answerloom-restore-'

export interface OpenedBackup {
  /** Path of the file on this machine. */
  from: string
  checked: CheckedBackup
  /** Deletes the copy of a backup from a bucket. */
  close: () => Promise<void>
}

/**
 * Reads and checks the backup that `restore` is given: a file, a file in a bucket, or a folder in a bucket, whose newest
 * scheduled backup is taken.
 * @param from a path, `s3://bucket/folder/name.jsonl.gz` or `s3://bucket/folder`
 * @throws ConfigError without the variables of the storage service
 * @throws not_found `backup.none` for a folder in a bucket without backups
 */
export async function openBackup(from: string, environment: Record<string, string | undefined>): Promise<OpenedBackup> {
  const key = environment.BACKUP_KEY?.trim() || null
  if (!from.startsWith('s3://')) return { from, checked: await readBackup(from, key), close: async () => {} }
  const [, folder = from, file] = /^(.*)\/([^/]*\.jsonl\.gz(?:\.sealed)?)$/.exec(from) ?? []
  const bucket = s3Storage(readBucket(environment, folder))
  const name = file ?? (await newestIn(bucket, from))
  await deleteLeftCopies()
  const copies = await mkdtemp(join(tmpdir(), `${COPIES}${process.pid}-`))
  const close = () => rm(copies, { recursive: true, force: true })
  const path = join(copies, name)
  try {
    await pipeline(bucket.get(name), createWriteStream(path, { mode: 0o600 }))
    return { from: path, checked: await readBackup(path, key), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Deletes the copies of backups that a `restore` has left whose process was killed: they contain all data. */
export async function deleteLeftCopies(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(COPIES) || isOtherProcess(Number.parseInt(name.slice(COPIES.length), 10))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

/** This process has made no copies yet: a folder with its number is from one before, such as the first of a container. */
function isOtherProcess(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function newestIn(bucket: FileStorage, folder: string): Promise<string> {
  const names = (await Array.fromAsync(bucket.list(''))).filter(isScheduled).sort()
  const newest = names.at(-1)
  if (newest === undefined)
    throw new AppError('not_found', 'backup.none', `There are no scheduled backups in ${folder}.`)
  return newest
}
