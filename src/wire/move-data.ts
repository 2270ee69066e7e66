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
export function readMoveArguments(args: string[], databaseUrl: string | null): string {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  const to = values.to ?? databaseUrl
  if (!to) throw new Error('Say where to: set DATABASE_URL to the PostgreSQL database, or add --to postgres://….')
  if (!URL.canParse(to) || !['postgres:', 'postgresql:'].includes(new URL(to).protocol))
    throw new Error('--to is not an address of PostgreSQL. Accepted: postgres://user:password@host:5432/name.')
  return to
}

/**
 * Moves everything of the embedded database in `DATA_DIR` to a PostgreSQL database that holds nothing yet, waiting jobs
 * included. The embedded database stays as it is, and its files are used by both. Throws conflict `data_dir.locked`
 * while a server runs on the folder, not found `move.no_data`, and what `copyDatabase` throws.
 */
export async function moveData(config: Config, log: Logger, to: string): Promise<MovedData> {
  if (!existsSync(path.join(config.dataDir, 'pg', 'PG_VERSION')))
    throw new AppError('not_found', 'move.no_data', `There is no embedded database in ${config.dataDir}.`)
  const source = await openDatabase({ dataDir: config.dataDir, log: reportTo(log) })
  try {
    await migrate(source, config.copyBeforeMigrating ? { keep: keepBeforeMigrating.bind(null, config) } : {})
    const target = { ...config, databaseUrl: to, seedDemo: false }
    return await moveInto(source, await openAsOwner(target, log), target, log)
  } finally {
    await source.close()
  }
}

/** Starting the target's core makes its schema and its queues; it seeds nothing and works nothing off. */
async function moveInto(source: Database, db: Database, config: Config, log: Logger): Promise<MovedData> {
  const core = await openCore({ config, log, db, work: false }).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  try {
    return await copyDatabase(source, db, {
      also: await movedJobs(source, db),
      mustBeEmpty: MUST_BE_EMPTY,
      progress: (table, rows) => log.info({ table, rows }, 'A table was copied'),
    })
  } finally {
    await core.close()
  }
}
