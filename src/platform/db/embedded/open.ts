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
export async function openEmbedded(embeddedOptions: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, template, timing, log = () => {} } = embeddedOptions
  const unlockFolder = dataDir === null ? () => {} : takeFolder(dataDir)
  const embeddedServer = new EmbeddedServer({
    folder: dataDir === null ? null : join(dataDir, 'pg'),
    template,
    timing,
    statementLimit: embeddedOptions.statementLimit ?? STATEMENT_LIMIT_MS,
    log,
  })
  try {
    const parameters = await embeddedServer.start()
    const pool = openPool(embeddedServer, log, { connections: CONNECTIONS, background: false })
    const backgroundPool = openPool(embeddedServer, log, { connections: BACKGROUND_CONNECTIONS, background: true })
    const queryWatch = new QueryWatch(workingTimeOf)
    for (const watchedPool of [pool, backgroundPool]) queryWatch.follow(watchedPool)
    let closePromise: Promise<void> | undefined
    return {
      kind: 'pglite',
      pool,
      backgroundPool,
      directPool: pool,
      replica: null,
      watch: queryWatch,
      serverVersion: parameters.server_version ?? '',
      withoutStatementLimit: (runUnlimited) => withoutLimit(embeddedServer, runUnlimited),
      assertUndamaged: () => assertUndamaged(pool, join(dataDir ?? '', 'pg')),
      copyAside: async (copyName) => (dataDir === null ? null : copyAside(pool, dataDir, copyName)),
      stats: () => embeddedServer.call('stats') as Promise<EmbeddedStats>,
      dump: () => embeddedServer.call('dump') as Promise<Uint8Array>,
      crash: () => embeddedServer.kill(),
      close: () => {
        closePromise ??= Promise.all([endPool(backgroundPool), endPool(pool)])
          .then(() => embeddedServer.close())
          .finally(unlockFolder)
        return closePromise
      },
    }
  } catch (error) {
    await embeddedServer.close()
    unlockFolder()
    throw error
  }
}

function takeFolder(dataFolder: string): () => void {
  try {
    mkdirSync(dataFolder, { recursive: true })
    accessSync(dataFolder, constants.R_OK | constants.W_OK)
    return lockFolder(dataFolder)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const failureReason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError(
      'unavailable',
      'data_dir.unusable',
      `The data folder ${dataFolder} cannot be used: ${failureReason}`,
      {
        cause,
      },
    )
  }
}

/** Milliseconds of work: one session serves all connections, and what waits for its turn is not slow. */
function workingTimeOf(connection: pg.PoolClient): number {
  const { stream } = (connection as unknown as { connection: { stream: EmbeddedSocket } }).connection
  return performance.now() - stream.waited
}

interface PoolOptions {
  connections: number
  background: boolean
}

function openPool(embeddedServer: EmbeddedServer, serverLog: ServerOptions['log'], poolOptions: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    max: poolOptions.connections,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    ssl: false,
    pipeline: true,
    stream: () => embeddedServer.socket(poolOptions.background),
  } as pg.PoolConfig)
  // A checked-out client has no error listener of its own, and a lost connection would end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}))
  pool.on('error', (error) => serverLog('warn', 'A database connection was lost.', { reason: error.message }))
  return pool
}

async function withoutLimit<T>(embeddedServer: EmbeddedServer, runUnlimited: () => Promise<T>): Promise<T> {
  const statementLimit = embeddedServer.statementLimit
  embeddedServer.statementLimit = Number.POSITIVE_INFINITY
  try {
    return await runUnlimited()
  } finally {
    embeddedServer.statementLimit = statementLimit
  }
}
