import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../kernel/app-error.ts'

/**
 * Locks the data folder for this process; a second process on the files of a cluster would destroy them. Uses an
 * operating-system lock through SQLite, which ends with its process. Throws conflict `data_dir.locked`. Returns the
 * function that releases the folder.
 */
export function lockFolder(folder: string): () => void {
  const owner = join(folder, 'lock.pid')
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!String(cause).includes('locked')) throw cause
    const pid = readOwner(owner)
    throw new AppError(
      'conflict',
      'data_dir.locked',
      `The data folder ${folder} is already in use by process ${pid}. Stop that process first, or choose another folder.`,
      { details: { pid }, cause },
    )
  }
  writeFileSync(owner, String(process.pid))
  return () => lock.close()
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
