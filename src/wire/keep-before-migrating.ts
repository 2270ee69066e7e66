import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeBackup } from '../platform/backup/index.ts'
import type { Config } from '../platform/config/index.ts'
import { type Database, noCopy } from '../platform/db/index.ts'
import { allWaitingJobs } from '../platform/jobs/index.ts'
import { keyMark, LEFT_OUT } from './backup-parts.ts'

const COPY_PREFIX = 'before-'
const COPY_ENDING = '.jsonl.gz'

/**
 * Copies the database before it is migrated, to `backups/before-NAME` in the data folder: the embedded one as files,
 * PostgreSQL as a backup without uploaded files. Keeps only the newest copy. Returns its path. Throws unavailable
 * `data_dir.no_copy` when it cannot be made.
 */
export async function keepBeforeMigrating(
  keepConfig: Pick<Config, 'dataDir' | 'secretKey'>,
  db: Database,
  migrationName: string,
): Promise<string> {
  const copiedFolder = await db.copyAside(migrationName)
  if (copiedFolder) return copiedFolder
  const backupFolder = path.join(keepConfig.dataDir, 'backups')
  const copyFile = `${COPY_PREFIX}${migrationName}${COPY_ENDING}`
  try {
    // An attempt that broke off after its backup left the same database.
    await rm(path.join(backupFolder, copyFile), { force: true })
    const jobSource = { waiting: allWaitingJobs }
    const backupNotes = { secret_key: keyMark(keepConfig.secretKey) }
    const { path: written } = await writeBackup(
      { db, jobs: jobSource, storage: null, leaveOut: LEFT_OUT, notes: backupNotes },
      path.join(backupFolder, copyFile),
    )
    for (const folderEntry of await readdir(backupFolder))
      if (folderEntry.startsWith(COPY_PREFIX) && folderEntry.endsWith(COPY_ENDING) && folderEntry !== copyFile)
        await rm(path.join(backupFolder, folderEntry))
    return written
  } catch (cause) {
    throw noCopy(backupFolder, cause)
  }
}
