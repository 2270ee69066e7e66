import pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import type { Database, DatabaseLog } from './database.ts'
import { endPool } from './end-pool.ts'
import { databaseErrorCode, mapDatabaseError } from './errors.ts'
import { createPasswordCommand } from './password-command.ts'
import { QueryWatch } from './query-watch.ts'
import { Replica } from './replica.ts'

const OLDEST_VERSION = 150_000
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
  postgresOptions: PostgresAddress & { log?: DatabaseLog; connections?: number },
): Promise<Database> {
  const { databaseUrl, directUrl, passwordCommand, replica, log = () => {}, connections = 15 } = postgresOptions
  const ClientClass = passwordCommand ? clientWithPassword(createPasswordCommand(passwordCommand)) : pg.Client
  const queryWatch = new QueryWatch()
  const connectTo = (connectionString: string, maxConnections: number, statementLimitMs?: number): pg.Pool => {
    const connectionPool = new pg.Pool({
      connectionString,
      Client: ClientClass,
      max: maxConnections,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: Math.min(statementLimitMs ?? 10_000, 10_000),
      ...(statementLimitMs === undefined ? {} : { query_timeout: statementLimitMs }),
      keepAlive: true,
      pipeline: true,
      application_name: 'answerloom',
    } as pg.PoolConfig)
    queryWatch.follow(connectionPool)
    // A checked-out client has no error listener of its own, and a lost connection would end the process.
    connectionPool.on('connect', (connection) => connection.on('error', () => {}))
    connectionPool.on('error', (error) => log('warn', 'A database connection was lost.', { reason: error.message }))
    return connectionPool
  }
  const connectionPool = connectTo(databaseUrl, connections)
  const directPool = directUrl && directUrl !== databaseUrl ? connectTo(directUrl, DIRECT_CONNECTIONS) : connectionPool
  let openedReplica: Replica | null = null
  const closeAll = async () => {
    await Promise.all([
      endPool(connectionPool),
      directPool === connectionPool ? undefined : endPool(directPool),
      openedReplica?.close(),
    ])
  }
  try {
    const serverVersion = await versionOf(connectionPool)
    if (directPool !== connectionPool) await assertSameDatabase(connectionPool, directPool)
    if (replica) {
      const replicaChecks = {
        primary: connectTo(directUrl ?? databaseUrl, 1, REPLICA_CHECK_LIMIT),
        replica: connectTo(replica.url, 1, REPLICA_CHECK_LIMIT),
      }
      const replicaPool = connectTo(replica.url, connections, REPLICA_READ_LIMIT)
      openedReplica = new Replica({
        pool: replicaPool,
        checks: replicaChecks,
        maxLagSeconds: replica.maxLagSeconds,
        log,
      })
    }
    return {
      kind: 'postgres',
      pool: connectionPool,
      backgroundPool: connectionPool,
      directPool,
      replica: openedReplica,
      watch: queryWatch,
      serverVersion: serverVersion,
      withoutStatementLimit: (runUnlimited) => runUnlimited(),
      copyAside: async () => null,
      assertUndamaged: async () => {},
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw explainStart(error)
  }
}

/** `password` of the options would be replaced by that of the address, which has none. */
function clientWithPassword(password: ReturnType<typeof createPasswordCommand>): typeof pg.Client {
  return class extends pg.Client {
    constructor(clientConfig?: string | pg.ClientConfig) {
      super(clientConfig)
      Object.assign(this, { password })
    }
  }
}

async function versionOf(connectionPool: pg.Pool): Promise<string> {
  const { rows } = await connectionPool.query<{ number: string; version: string }>(
    "SELECT current_setting('server_version_num') AS number, split_part(current_setting('server_version'), ' ', 1) AS version",
  )
  const { number = '0', version = '' } = rows[0] ?? {}
  if (Number(number) >= OLDEST_VERSION) return version
  throw new AppError(
    'conflict',
    'database.too_old',
    `PostgreSQL 15 or newer is needed; the server is version ${version}.`,
  )
}

/** Notifications of another database would never arrive. */
async function assertSameDatabase(connectionPool: pg.Pool, directPool: pg.Pool): Promise<void> {
  const identity =
    'SELECT oid::text, pg_postmaster_start_time()::text AS started FROM pg_database WHERE datname = current_database()'
  const [one, other] = await Promise.all([connectionPool.query(identity), directPool.query(identity)])
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
  const knownError = mapDatabaseError(error)
  if (knownError instanceof AppError && knownError.code !== 'database.unavailable') return knownError
  const failureReason = databaseErrorCode(error) ?? (error instanceof Error ? error.message : String(error))
  const certificateAdvice = CERTIFICATE.test(failureReason)
    ? 'Its certificate could not be verified: name the certificate of its authority with sslrootcert=FILE in the address, and the host that it was issued for.'
    : 'Is it running, and may this user connect?'
  return new AppError(
    'unavailable',
    'database.unavailable',
    `The PostgreSQL server that DATABASE_URL names cannot be used (${failureReason}). ${certificateAdvice}`,
    { cause: error },
  )
}
