import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../kernel/app-error.ts'

/**
 * Locks the data folder for this process; a second process on the files of a cluster would destroy them. Uses an
 * operating-system lock through SQLite, which ends with its process. Throws conflict `data_dir.locked`. Returns the
 * function that releases the folder.
 */
export function lockFolder(lockedFolder: string): () => void {
  const ownerFile = join(lockedFolder, 'lock.pid')
  const lockDatabase = new DatabaseSync(join(lockedFolder, 'lock'), { timeout: 0 })
  try {
    lockDatabase.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lockDatabase.close()
    if (!String(cause).includes('locked')) throw cause
    const ownerProcess = readOwner(ownerFile)
    throw new AppError(
      'conflict',
      'data_dir.locked',
      `The data folder ${lockedFolder} is already in use by process ${ownerProcess}. Stop that process first, or choose another folder.`,
      { details: { pid: ownerProcess }, cause },
    )
  }
  writeFileSync(ownerFile, String(process.pid))
  return () => lockDatabase.close()
}

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
