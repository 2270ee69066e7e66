import { constants, cpSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { noCopy } from '../no-copy.ts'
import { assertUndamaged } from './damage.ts'
import { syncFolder, syncTree } from './durable-files.ts'

const COPY_PREFIX = 'before-'

/**
 * Copies the cluster of a data folder to `backups/before-NAME` in it, synced to disk, and removes earlier copies of
 * this kind. An open transaction blocks writes during the copy. Returns the path: moved to the place of `pg`, it
 * restores the former database. Throws unavailable `data_dir.no_copy` when there is no space, and `database.damaged` for
 * a cluster that cannot be read whole: it must not take the place of the last good copy.
 */
export async function copyAside(connectionPool: pg.Pool, dataFolder: string, copyName: string): Promise<string> {
  const backupFolder = join(dataFolder, 'backups')
  const targetFolder = join(backupFolder, `${COPY_PREFIX}${copyName}`)
  const unfinished = `${targetFolder}.new`
  await assertUndamaged(connectionPool, join(dataFolder, 'pg'))
  await connectionPool.query('CHECKPOINT')
  const client = await connectionPool.connect()
  try {
    await client.query('BEGIN')
    await mkdir(backupFolder, { recursive: true, mode: 0o700 })
    await rm(unfinished, { recursive: true, force: true })
    // Shares the blocks where the file system can.
    cpSync(join(dataFolder, 'pg'), unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await syncTree(unfinished)
    await rm(targetFolder, { recursive: true, force: true })
    await rename(unfinished, targetFolder)
    syncFolder(backupFolder)
  } catch (cause) {
    // Reports the first error when the cleanup fails, too.
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw noCopy(backupFolder, cause)
  } finally {
    await client.query('COMMIT')
    client.release()
  }
  for (const folderEntry of await readdir(backupFolder))
    if (folderEntry.startsWith(COPY_PREFIX) && folderEntry !== `${COPY_PREFIX}${copyName}`)
      await rm(join(backupFolder, folderEntry), { recursive: true })
  return targetFolder
}
