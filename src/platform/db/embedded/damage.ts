import { dirname } from 'node:path'
import type pg from 'pg'
import { AppError } from '../../../kernel/app-error.ts'

/** Sentences of PostgreSQL that mean damaged files, and what they mean to the person who reads them. */
const SIGNS: [RegExp, string][] = [
  [
    /incorrect checksum in control file|pg_control|control file contains invalid/,
    'its control file is damaged or missing',
  ],
  [
    /could not locate a valid checkpoint record|invalid (primary )?checkpoint|pg_wal|WAL file/,
    'its log (pg_wal) is damaged or incomplete',
  ],
  [/invalid page in block|page verification failed/, 'a page of it is damaged'],
  [
    /could not (open|read) file "(base|global|pg_\w+)\/.*(No such file|read only|I\/O)/,
    'one of its files is missing or unreadable',
  ],
]

const FULL = /No space left on device|Disk quota exceeded/

/**
 * Explains why a cluster cannot be opened: unavailable `database.damaged` or `database.disk_full`; null for other
 * reasons. @param folder of the cluster, in the data folder
 */
export function explainDamage(folder: string, reason: string): AppError | null {
  if (FULL.test(reason))
    return new AppError(
      'unavailable',
      'database.disk_full',
      `The disk of ${folder} is full. Make space; the database then opens by itself. (${reason})`,
    )
  const sign = SIGNS.find(([pattern]) => pattern.test(reason))
  return sign ? damaged(folder, sign[1], reason) : null
}

const damaged = (folder: string, what: string, reason: string): AppError =>
  new AppError(
    'unavailable',
    'database.damaged',
    `The database in ${folder} is damaged: ${what}. Stop the server and keep the folder. Then restore a backup into an empty folder (npm run restore -- --from FILE), or put the newest copy of ${dirname(folder)}/backups in its place. Without both, npm run doctor -- --salvage exports what can be read. (${reason})`,
  )

/** Returns the relations that cannot be read, with PostgreSQL's reason. Indexes are not read. */
export async function findDamage(pool: pg.Pool): Promise<{ relation: string; reason: string }[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 't', 'm') AND relpersistence <> 't' ORDER BY 1",
  )
  const found: { relation: string; reason: string }[] = []
  for (const { name } of rows) {
    // Several statements in one message are one transaction, with which the settings end. Every page is read.
    await pool
      .query(
        `SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off; SELECT count(*) FROM ${name}`,
      )
      .catch((error: unknown) => {
        found.push({ relation: name, reason: error instanceof Error ? error.message : String(error) })
      })
  }
  return found
}

/** Refuses a cluster with pages that cannot be read. Throws unavailable `database.damaged`. */
export async function assertUndamaged(pool: pg.Pool, folder: string): Promise<void> {
  const [first, ...others] = await findDamage(pool)
  if (!first) return
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  throw damaged(folder, `${first.relation} cannot be read${more}`, first.reason)
}
