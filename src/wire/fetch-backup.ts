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
const COPY_PREFIX = 'answerloom-restore-'

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
 * @param backupAddress a path, `s3://bucket/folder/name.jsonl.gz` or `s3://bucket/folder`
 * @throws ConfigError without the variables of the storage service
 * @throws not_found `backup.none` for a folder in a bucket without backups
 */
export async function openBackup(
  backupAddress: string,
  environment: Record<string, string | undefined>,
): Promise<OpenedBackup> {
  const backupKey = environment.BACKUP_KEY?.trim() || null
  if (!backupAddress.startsWith('s3://'))
    return { from: backupAddress, checked: await readBackup(backupAddress, backupKey), close: async () => {} }
  const [, folder = backupAddress, file] = /^(.*)\/([^/]*\.jsonl\.gz(?:\.sealed)?)$/.exec(backupAddress) ?? []
  const bucketStorage = s3Storage(readBucket(environment, folder))
  const backupName = file ?? (await newestIn(bucketStorage, backupAddress))
  await deleteLeftCopies()
  const copyFolder = await mkdtemp(join(tmpdir(), `${COPY_PREFIX}${process.pid}-`))
  const removeCopy = () => rm(copyFolder, { recursive: true, force: true })
  const copyPath = join(copyFolder, backupName)
  try {
    await pipeline(bucketStorage.get(backupName), createWriteStream(copyPath, { mode: 0o600 }))
    return { from: copyPath, checked: await readBackup(copyPath, backupKey), close: removeCopy }
  } catch (error) {
    await removeCopy()
    throw error
  }
}

/** Deletes the copies of backups that a `restore` has left whose process was killed: they contain all data. */
export async function deleteLeftCopies(): Promise<void> {
  const folderNames = await readdir(tmpdir()).catch(() => [])
  for (const folderName of folderNames) {
    if (
      !folderName.startsWith(COPY_PREFIX) ||
      isOtherProcess(Number.parseInt(folderName.slice(COPY_PREFIX.length), 10))
    )
      continue
    await rm(join(tmpdir(), folderName), { recursive: true, force: true }).catch(() => {})
  }
}

/** This process has made no copies yet: a folder with its number is from one before, such as the first of a container. */
function isOtherProcess(processId: number): boolean {
  if (!(processId > 0) || processId === process.pid) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function newestIn(bucketStorage: FileStorage, bucketFolder: string): Promise<string> {
  const scheduledNames = (await Array.fromAsync(bucketStorage.list(''))).filter(isScheduled).sort()
  const newestName = scheduledNames.at(-1)
  if (newestName === undefined)
    throw new AppError('not_found', 'backup.none', `There are no scheduled backups in ${bucketFolder}.`)
  return newestName
}
