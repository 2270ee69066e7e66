import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'
import { openDatabase } from '../db/index.ts'
import { type FileStorage, localStorage } from '../storage/index.ts'
import { type CheckedBackup, readBackup, restoreBackup } from './restore-backup.ts'
import { TABLES_QUERY } from './write-backup.ts'

const SCRATCH_PREFIX = 'verify-'

const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** Reads files to their end and keeps none. */
function discardingStorage(storageFolder: string): FileStorage {
  const emptyStorage = localStorage(storageFolder)
  return {
    ...emptyStorage,
    async put(_key, discardedData) {
      if (Buffer.isBuffer(discardedData)) return
      for await (const _ of discardedData as Readable);
    },
  }
}

/**
 * Restores a backup into an embedded database in a folder of its own, which is deleted again, and counts the rows.
 * @param scratchParent below which the database is made; one check at a time
 * @throws invalid `backup.broken` and what `restoreBackup` throws
 */
export async function verifyBackup(
  backupPath: string,
  backupKey: string | null,
  scratchParent: string,
): Promise<CheckedBackup> {
  const checkedCounts = await readBackup(backupPath, backupKey)
  await mkdir(scratchParent, { recursive: true, mode: 0o700 })
  // A check whose process was killed leaves its folder behind.
  for (const folderName of await readdir(scratchParent))
    if (folderName.startsWith(SCRATCH_PREFIX))
      await rm(join(scratchParent, folderName), { recursive: true, force: true })
  const scratchFolder = await mkdtemp(join(scratchParent, SCRATCH_PREFIX))
  try {
    const database = await openDatabase({ dataDir: scratchFolder })
    try {
      await restoreBackup({
        db: database,
        storage: discardingStorage(join(scratchFolder, 'files')),
        path: backupPath,
        key: backupKey,
        checked: checkedCounts,
      })
      const restoredRows = await countRows(database)
      const expected = checkedCounts.counts.rows
      if (restoredRows !== expected)
        throw new AppError(
          'invalid',
          'backup.broken',
          `Of ${expected} rows of the backup ${restoredRows} were restored.`,
        )
      return checkedCounts
    } finally {
      await database.close()
    }
  } finally {
    await rm(scratchFolder, { recursive: true, force: true })
  }
}

async function countRows(database: Awaited<ReturnType<typeof openDatabase>>): Promise<number> {
  const client = await database.pool.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(TABLES_QUERY)
    await client.query('BEGIN; SET LOCAL ROLE answerloom_system')
    let rowSum = 0
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${quoteIdentifier(name)}`)
      rowSum += Number(rows[0]?.n)
    }
    await client.query('ROLLBACK')
    return rowSum
  } finally {
    client.release()
  }
}
