import pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import type { Database, DatabaseLog } from './database.ts'
import { endPool } from './end-pool.ts'
import { databaseErrorCode, mapDatabaseError } from './errors.ts'
import { QueryWatch } from './query-watch.ts'

const OLDEST = 150_000

/** Connects to a PostgreSQL server. Throws unavailable `database.unavailable`, conflict `database.too_old`. */
export async function openPostgres(options: {
  databaseUrl: string
  log?: DatabaseLog
  connections?: number
}): Promise<Database> {
  const { databaseUrl, log = () => {}, connections = 15 } = options
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    pipeline: true,
    application_name: 'answerloom',
  })
  const watch = new QueryWatch()
  watch.follow(pool)
  // A checked-out client has no error listener of its own, and a lost connection would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log('warn', 'A database connection was lost.', { reason: error.message }))
  try {
    const { rows } = await pool.query<{ number: string; version: string }>(
      "SELECT current_setting('server_version_num') AS number, split_part(current_setting('server_version'), ' ', 1) AS version",
    )
    const { number = '0', version = '' } = rows[0] ?? {}
    if (Number(number) < OLDEST) {
      throw new AppError(
        'conflict',
        'database.too_old',
        `PostgreSQL 15 or newer is needed; the server is version ${version}.`,
      )
    }
    return {
      kind: 'postgres',
      pool,
      backgroundPool: pool,
      watch,
      serverVersion: version,
      withoutStatementLimit: (run) => run(),
      copyAside: async () => null,
      close: () => endPool(pool),
    }
  } catch (error) {
    await endPool(pool)
    throw explainStart(error)
  }
}

/**
 * The operator who starts the server needs to know where to look. The URL may contain a password, so it is not printed.
 */
function explainStart(error: unknown): unknown {
  const known = mapDatabaseError(error)
  if (known instanceof AppError && known.code !== 'database.unavailable') return known
  const reason = databaseErrorCode(error) ?? (error instanceof Error ? error.message : String(error))
  return new AppError(
    'unavailable',
    'database.unavailable',
    `The PostgreSQL server that DATABASE_URL names cannot be used (${reason}). Is it running, and may this user connect?`,
    { cause: error },
  )
}
