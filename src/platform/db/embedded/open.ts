import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { AppError } from '../../../kernel/app-error.ts'
import type { Database } from '../database.ts'
import { endPool } from '../end-pool.ts'
import { QueryWatch } from '../query-watch.ts'
import { copyAside } from './copy-aside.ts'
import { assertUndamaged } from './damage.ts'
import { lockFolder } from './folder-lock.ts'
import type { EmbeddedStats, MaintenanceTiming } from './messages.ts'
import { EmbeddedServer, type ServerOptions } from './server.ts'
import type { EmbeddedSocket } from './socket.ts'

/** One session serves them all; more only shortens the wait for a connection. */
const CONNECTIONS = 16
const BACKGROUND_CONNECTIONS = 8
const STATEMENT_LIMIT_MS = 60_000

export interface EmbeddedOptions {
  /** The data folder; null keeps everything in memory (tests). */
  dataDir: string | null
  /** A cluster as an uncompressed tar to start from; in memory only. */
  template?: Uint8Array
  timing?: Partial<MaintenanceTiming>
  statementLimit?: number
  log?: ServerOptions['log']
}

export interface EmbeddedDatabase extends Database {
  kind: 'pglite'
  stats(): Promise<EmbeddedStats>
  /** The whole cluster as an uncompressed tar. */
  dump(): Promise<Uint8Array>
  /** Ends the database thread as a crash would; it is reopened by the next query. */
  crash(): Promise<void>
}

/** Opens PGlite in a thread of its own behind an ordinary `pg.Pool`. Throws conflict `data_dir.locked`, unavailable `data_dir.unusable`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, template, timing, log = () => {} } = options
  const unlock = dataDir === null ? () => {} : takeFolder(dataDir)
  const server = new EmbeddedServer({
    folder: dataDir === null ? null : join(dataDir, 'pg'),
    template,
    timing,
    statementLimit: options.statementLimit ?? STATEMENT_LIMIT_MS,
    log,
  })
  try {
    const parameters = await server.start()
    const pool = openPool(server, log, { connections: CONNECTIONS, background: false })
    const backgroundPool = openPool(server, log, { connections: BACKGROUND_CONNECTIONS, background: true })
    const watch = new QueryWatch(working)
    for (const one of [pool, backgroundPool]) watch.follow(one)
    let closed: Promise<void> | undefined
    return {
      kind: 'pglite',
      pool,
      backgroundPool,
      directPool: pool,
      replica: null,
      watch,
      serverVersion: parameters.server_version ?? '',
      withoutStatementLimit: (run) => withoutLimit(server, run),
      assertUndamaged: () => assertUndamaged(pool, join(dataDir ?? '', 'pg')),
      copyAside: async (name) => (dataDir === null ? null : copyAside(pool, dataDir, name)),
      stats: () => server.call('stats') as Promise<EmbeddedStats>,
      dump: () => server.call('dump') as Promise<Uint8Array>,
      crash: () => server.kill(),
      close: () => {
        closed ??= Promise.all([endPool(backgroundPool), endPool(pool)])
          .then(() => server.close())
          .finally(unlock)
        return closed
      },
    }
  } catch (error) {
    await server.close()
    unlock()
    throw error
  }
}

function takeFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    return lockFolder(dataDir)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', 'data_dir.unusable', `The data folder ${dataDir} cannot be used: ${reason}`, {
      cause,
    })
  }
}

/** Milliseconds of work: one session serves all connections, and what waits for its turn is not slow. */
function working(client: pg.PoolClient): number {
  const { stream } = (client as unknown as { connection: { stream: EmbeddedSocket } }).connection
  return performance.now() - stream.waited
}

interface PoolOptions {
  connections: number
  background: boolean
}

function openPool(server: EmbeddedServer, log: ServerOptions['log'], options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    max: options.connections,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    ssl: false,
    pipeline: true,
    stream: () => server.socket(options.background),
  } as pg.PoolConfig)
  // A checked-out client has no error listener of its own, and a lost connection would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log('warn', 'A database connection was lost.', { reason: error.message }))
  return pool
}

async function withoutLimit<T>(server: EmbeddedServer, run: () => Promise<T>): Promise<T> {
  const limit = server.statementLimit
  server.statementLimit = Number.POSITIVE_INFINITY
  try {
    return await run()
  } finally {
    server.statementLimit = limit
  }
}
