import { dirname } from 'node:path'
import type pg from 'pg'
import { AppError } from '../../../kernel/app-error.ts'

/** Sentences of PostgreSQL that mean damaged files, and what they mean to the person who reads them. */
const DAMAGE_SIGNS: [RegExp, string][] = [
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

const FULL_DISK = /No space left on device|Disk quota exceeded/

/**
 * Explains why a cluster cannot be opened: unavailable `database.damaged` or `database.disk_full`; null for other
 * reasons. @param dataFolder of the cluster, in the data folder
 */
export function explainDamage(dataFolder: string, failureReason: string): AppError | null {
  if (FULL_DISK.test(failureReason))
    return new AppError(
      'unavailable',
      'database.disk_full',
      `The disk of ${dataFolder} is full. Make space; the database then opens by itself. (${failureReason})`,
    )
  const damageSign = DAMAGE_SIGNS.find(([pattern]) => pattern.test(failureReason))
  return damageSign ? damagedError(dataFolder, damageSign[1], failureReason) : null
}

const damagedError = (dataFolder: string, damagedPart: string, failureReason: string): AppError =>
  new AppError(
    'unavailable',
    'database.damaged',
    `The database in ${dataFolder} is damaged: ${damagedPart}. Stop the server and keep the folder. Then restore a backup into an empty folder (npm run restore -- --from FILE), or put the newest copy of ${dirname(dataFolder)}/backups in its place. Without both, npm run doctor -- --salvage exports what can be read. (${failureReason})`,
  )

/** Returns the relations that cannot be read, with PostgreSQL's reason. Indexes are not read. */
export async function findDamage(connectionPool: pg.Pool): Promise<{ relation: string; reason: string }[]> {
  const { rows } = await connectionPool.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 't', 'm') AND relpersistence <> 't' ORDER BY 1",
  )
  const damagedRelations: { relation: string; reason: string }[] = []
  for (const { name } of rows) {
    // Several statements in one message are one transaction, with which the settings end. Every page is read.
    await connectionPool
      .query(
        `SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off; SELECT count(*) FROM ${name}`,
      )
      .catch((error: unknown) => {
        damagedRelations.push({ relation: name, reason: error instanceof Error ? error.message : String(error) })
      })
  }
  return damagedRelations
}

/** Refuses a cluster with pages that cannot be read. Throws unavailable `database.damaged`. */
export async function assertUndamaged(connectionPool: pg.Pool, dataFolder: string): Promise<void> {
  const [first, ...others] = await findDamage(connectionPool)
  if (!first) return
  const furtherRelations = others.length === 0 ? '' : `, and ${others.length} more`
  throw damagedError(dataFolder, `${first.relation} cannot be read${furtherRelations}`, first.reason)
}
