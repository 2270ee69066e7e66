import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeBackup } from '../platform/backup/index.ts'
import type { Config } from '../platform/config/index.ts'
import { type Database, noCopy } from '../platform/db/index.ts'
import { allWaitingJobs } from '../platform/jobs/index.ts'
import { keyMark, LEFT_OUT } from './backup-parts.ts'

const BEFORE = 'before-'
const ENDING = '.jsonl.gz'

/**
 * Copies the database before it is migrated, to `backups/before-NAME` in the data folder: the embedded one as files,
 * PostgreSQL as a backup without uploaded files. Keeps only the newest copy. Returns its path. Throws unavailable
 * `data_dir.no_copy` when it cannot be made.
 */
export async function keepBeforeMigrating(
  config: Pick<Config, 'dataDir' | 'secretKey'>,
  db: Database,
  name: string,
): Promise<string> {
  const copy = await db.copyAside(name)
  if (copy) return copy
  const folder = path.join(config.dataDir, 'backups')
  const file = `${BEFORE}${name}${ENDING}`
  try {
    // An attempt that broke off after its backup left the same database.
    await rm(path.join(folder, file), { force: true })
    const jobs = { waiting: allWaitingJobs }
    const notes = { secret_key: keyMark(config.secretKey) }
    const { path: written } = await writeBackup(
      { db, jobs, storage: null, leaveOut: LEFT_OUT, notes },
      path.join(folder, file),
    )
    for (const entry of await readdir(folder))
      if (entry.startsWith(BEFORE) && entry.endsWith(ENDING) && entry !== file) await rm(path.join(folder, entry))
    return written
  } catch (cause) {
    throw noCopy(folder, cause)
  }
}
