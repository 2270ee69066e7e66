import pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import type { Database, DatabaseLog } from './database.ts'
import { endPool } from './end-pool.ts'
import { databaseErrorCode, mapDatabaseError } from './errors.ts'
import { createPasswordCommand } from './password-command.ts'
import { QueryWatch } from './query-watch.ts'
import { Replica } from './replica.ts'

const OLDEST = 150_000
/** Connections that listen, and one for a lock of a session. */
const DIRECT_CONNECTIONS = 4
/** Milliseconds after which a read of the replica is repeated on the primary, and a check counts as failed. */
const REPLICA_READ_LIMIT = 5_000
const REPLICA_CHECK_LIMIT = 2_000

export interface PostgresAddress {
  databaseUrl: string
  /** Bypasses a pooler that gives connections away after each transaction; `databaseUrl` by default. */
  directUrl?: string | null | undefined
  /** A shell command that prints the password of the user. */
  passwordCommand?: string | null | undefined
  /** A standby of the same server for visitors' reads. */
  replica?: { url: string; maxLagSeconds: number } | null | undefined
}

/**
 * Connects to a PostgreSQL server. Throws unavailable `database.unavailable` and `database.password_command`, conflict
 * `database.too_old`.
 */
export async function openPostgres(
  options: PostgresAddress & { log?: DatabaseLog; connections?: number },
): Promise<Database> {
  const { databaseUrl, directUrl, passwordCommand, replica, log = () => {}, connections = 15 } = options
  const Client = passwordCommand ? clientWithPassword(createPasswordCommand(passwordCommand)) : pg.Client
  const watch = new QueryWatch()
  const connectTo = (connectionString: string, max: number, limit?: number): pg.Pool => {
    const pool = new pg.Pool({
      connectionString,
      Client,
      max,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: Math.min(limit ?? 10_000, 10_000),
      ...(limit === undefined ? {} : { query_timeout: limit }),
      keepAlive: true,
      pipeline: true,
      application_name: 'answerloom',
    } as pg.PoolConfig)
    watch.follow(pool)
    // A checked-out client has no error listener of its own, and a lost connection would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    pool.on('error', (error) => log('warn', 'A database connection was lost.', { reason: error.message }))
    return pool
  }
  const pool = connectTo(databaseUrl, connections)
  const directPool = directUrl && directUrl !== databaseUrl ? connectTo(directUrl, DIRECT_CONNECTIONS) : pool
  let opened: Replica | null = null
  const close = async () => {
    await Promise.all([endPool(pool), directPool === pool ? undefined : endPool(directPool), opened?.close()])
  }
  try {
    const version = await versionOf(pool)
    if (directPool !== pool) await assertSameDatabase(pool, directPool)
    if (replica) {
      const checks = {
        primary: connectTo(directUrl ?? databaseUrl, 1, REPLICA_CHECK_LIMIT),
        replica: connectTo(replica.url, 1, REPLICA_CHECK_LIMIT),
      }
      const reads = connectTo(replica.url, connections, REPLICA_READ_LIMIT)
      opened = new Replica({ pool: reads, checks, maxLagSeconds: replica.maxLagSeconds, log })
    }
    return {
      kind: 'postgres',
      pool,
      backgroundPool: pool,
      directPool,
      replica: opened,
      watch,
      serverVersion: version,
      withoutStatementLimit: (run) => run(),
      copyAside: async () => null,
      assertUndamaged: async () => {},
      close,
    }
  } catch (error) {
    await close()
    throw explainStart(error)
  }
}

/** `password` of the options would be replaced by that of the address, which has none. */
function clientWithPassword(password: ReturnType<typeof createPasswordCommand>): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      Object.assign(this, { password })
    }
  }
}

async function versionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ number: string; version: string }>(
    "SELECT current_setting('server_version_num') AS number, split_part(current_setting('server_version'), ' ', 1) AS version",
  )
  const { number = '0', version = '' } = rows[0] ?? {}
  if (Number(number) >= OLDEST) return version
  throw new AppError(
    'conflict',
    'database.too_old',
    `PostgreSQL 15 or newer is needed; the server is version ${version}.`,
  )
}

/** Notifications of another database would never arrive. */
async function assertSameDatabase(pool: pg.Pool, directPool: pg.Pool): Promise<void> {
  const identity =
    'SELECT oid::text, pg_postmaster_start_time()::text AS started FROM pg_database WHERE datname = current_database()'
  const [one, other] = await Promise.all([pool.query(identity), directPool.query(identity)])
  if (JSON.stringify(one.rows) === JSON.stringify(other.rows)) return
  throw new AppError(
    'conflict',
    'database.direct_differs',
    'DATABASE_DIRECT_URL names another database than DATABASE_URL. Both must name the same one.',
  )
}

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

/**
 * The operator who starts the server needs to know where to look. The URL may contain a password, so it is not printed.
 */
function explainStart(error: unknown): unknown {
  const known = mapDatabaseError(error)
  if (known instanceof AppError && known.code !== 'database.unavailable') return known
  const reason = databaseErrorCode(error) ?? (error instanceof Error ? error.message : String(error))
  const advice = CERTIFICATE.test(reason)
    ? 'Its certificate could not be verified: name the certificate of its authority with sslrootcert=FILE in the address, and the host that it was issued for.'
    : 'Is it running, and may this user connect?'
  return new AppError(
    'unavailable',
    'database.unavailable',
    `The PostgreSQL server that DATABASE_URL names cannot be used (${reason}). ${advice}`,
    { cause: error },
  )
}
