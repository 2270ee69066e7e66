import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../kernel/app-error.ts'
import type { Config } from '../platform/config/index.ts'
import { copyDatabase, type Database, migrate, openDatabase } from '../platform/db/index.ts'
import { movedJobs } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/log/index.ts'
import { openCore } from './core.ts'
import { openAsOwner, reportTo } from './database.ts'
import { keepBeforeMigrating } from './keep-before-migrating.ts'

export interface MovedData {
  tables: number
  /** Each of them was compared with where it came from. */
  rows: number
}

const MUST_BE_EMPTY = ['users', 'workspaces']

/** Reads the target: `--to postgres://…`, or DATABASE_URL. @throws Error with an actionable message */
export function readMoveArguments(commandArguments: string[], databaseUrl: string | null): string {
  const { values } = parseArgs({ args: commandArguments, options: { to: { type: 'string' } } })
  const targetUrl = values.to ?? databaseUrl
  if (!targetUrl)
    throw new Error('Say where to: set DATABASE_URL to the PostgreSQL database, or add --to postgres://….')
  if (!URL.canParse(targetUrl) || !['postgres:', 'postgresql:'].includes(new URL(targetUrl).protocol))
    throw new Error('--to is not an address of PostgreSQL. Accepted: postgres://user:password@host:5432/name.')
  return targetUrl
}

/**
 * Moves everything of the embedded database in `DATA_DIR` to a PostgreSQL database that holds nothing yet, waiting jobs
 * included. The embedded database stays as it is, and its files are used by both. Throws conflict `data_dir.locked`
 * while a server runs on the folder, not found `move.no_data`, and what `copyDatabase` throws.
 */
export async function moveData(moveConfig: Config, moveLog: Logger, targetUrl: string): Promise<MovedData> {
  if (!existsSync(path.join(moveConfig.dataDir, 'pg', 'PG_VERSION')))
    throw new AppError('not_found', 'move.no_data', `There is no embedded database in ${moveConfig.dataDir}.`)
  const sourceDatabase = await openDatabase({ dataDir: moveConfig.dataDir, log: reportTo(moveLog) })
  try {
    await migrate(
      sourceDatabase,
      moveConfig.copyBeforeMigrating ? { keep: keepBeforeMigrating.bind(null, moveConfig) } : {},
    )
    const targetConfig = { ...moveConfig, databaseUrl: targetUrl, seedDemo: false }
    return await moveInto(sourceDatabase, await openAsOwner(targetConfig, moveLog), targetConfig, moveLog)
  } finally {
    await sourceDatabase.close()
  }
}

/** Starting the target's core makes its schema and its queues; it seeds nothing and works nothing off. */
async function moveInto(
  sourceDatabase: Database,
  db: Database,
  moveConfig: Config,
  moveLog: Logger,
): Promise<MovedData> {
  const targetCore = await openCore({ config: moveConfig, log: moveLog, db, work: false }).catch(
    async (error: unknown) => {
      await db.close()
      throw error
    },
  )
  try {
    return await copyDatabase(sourceDatabase, db, {
      also: await movedJobs(sourceDatabase, db),
      mustBeEmpty: MUST_BE_EMPTY,
      progress: (tableName, rowCount) => moveLog.info({ table: tableName, rows: rowCount }, 'A table was copied'),
    })
  } finally {
    await targetCore.close()
  }
}
