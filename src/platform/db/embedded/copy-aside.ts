import { constants, cpSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { noCopy } from '../no-copy.ts'
import { assertUndamaged } from './damage.ts'
import { syncFolder, syncTree } from './durable-files.ts'

const BEFORE = 'before-'

/**
 * Copies the cluster of a data folder to `backups/before-NAME` in it, synced to disk, and removes earlier copies of
 * this kind. An open transaction blocks writes during the copy. Returns the path: moved to the place of `pg`, it
 * restores the former database. Throws unavailable `data_dir.no_copy` when there is no space, and `database.damaged` for
 * a cluster that cannot be read whole: it must not take the place of the last good copy.
 */
export async function copyAside(pool: pg.Pool, dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  const target = join(folder, `${BEFORE}${name}`)
  const unfinished = `${target}.new`
  await assertUndamaged(pool, join(dataDir, 'pg'))
  await pool.query('CHECKPOINT')
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(unfinished, { recursive: true, force: true })
    // Shares the blocks where the file system can.
    cpSync(join(dataDir, 'pg'), unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await syncTree(unfinished)
    await rm(target, { recursive: true, force: true })
    await rename(unfinished, target)
    syncFolder(folder)
  } catch (cause) {
    // Reports the first error when the cleanup fails, too.
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw noCopy(folder, cause)
  } finally {
    await client.query('COMMIT')
    client.release()
  }
  for (const entry of await readdir(folder))
    if (entry.startsWith(BEFORE) && entry !== `${BEFORE}${name}`) await rm(join(folder, entry), { recursive: true })
  return target
}
