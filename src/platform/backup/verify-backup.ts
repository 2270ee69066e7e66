import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'
import { openDatabase } from '../db/index.ts'
import { type FileStorage, localStorage } from '../storage/index.ts'
import { type CheckedBackup, readBackup, restoreBackup } from './restore-backup.ts'
import { TABLES } from './write-backup.ts'

const SCRATCH = 'verify-'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Reads files to their end and keeps none. */
function discardingStorage(folder: string): FileStorage {
  const empty = localStorage(folder)
  return {
    ...empty,
    async put(_key, data) {
      if (Buffer.isBuffer(data)) return
      for await (const _ of data as Readable);
    },
  }
}

/**
 * Restores a backup into an embedded database in a folder of its own, which is deleted again, and counts the rows.
 * @param folder below which the database is made; one check at a time
 * @throws invalid `backup.broken` and what `restoreBackup` throws
 */
export async function verifyBackup(path: string, key: string | null, folder: string): Promise<CheckedBackup> {
  const checked = await readBackup(path, key)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A check whose process was killed leaves its folder behind.
  for (const name of await readdir(folder))
    if (name.startsWith(SCRATCH)) await rm(join(folder, name), { recursive: true, force: true })
  const scratch = await mkdtemp(join(folder, SCRATCH))
  try {
    const db = await openDatabase({ dataDir: scratch })
    try {
      await restoreBackup({ db, storage: discardingStorage(join(scratch, 'files')), path, key, checked })
      const rows = await countRows(db)
      const expected = checked.counts.rows
      if (rows !== expected)
        throw new AppError('invalid', 'backup.broken', `Of ${expected} rows of the backup ${rows} were restored.`)
      return checked
    } finally {
      await db.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function countRows(db: Awaited<ReturnType<typeof openDatabase>>): Promise<number> {
  const client = await db.pool.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(TABLES)
    await client.query('BEGIN; SET LOCAL ROLE answerloom_system')
    let sum = 0
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${quoted(name)}`)
      sum += Number(rows[0]?.n)
    }
    await client.query('ROLLBACK')
    return sum
  } finally {
    client.release()
  }
}
