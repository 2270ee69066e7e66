// Databases as a first start leaves them, without the demo, made once for all the servers of a run: making one takes
// longer than all else that a server does until it is ready. Servers on a folder or a database of their test's own make
// it themselves.
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { runMain } from '../app/main-process.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres-server.ts'

/** A PostgreSQL database for a server under test. */
export interface AppDatabase {
  /** Address for the test's own statements. */
  url: string
  /** Settings of the server; with TEST_PGBOUNCER=on they lead through PgBouncer in transaction mode. */
  env: Record<string, string>
  stop(): Promise<void>
}

const CLUSTER = 'PREPARED_CLUSTER'
const POSTGRES = 'PREPARED_POSTGRES'
/** The same server behind PgBouncer; not set when the tests run without it. */
const POOLED = 'PREPARED_POOLED'
const TEMPLATE = 'prepared'

/** Every operator command creates and migrates the database; this one finds nothing to do in it. */
async function prepare(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await runMain(['keys:renew'], { SEED_DEMO: 'off', ...env })
  if (code !== 0) throw new Error(`The database could not be prepared:\n${stderr}`)
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const addressOf = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

/** Playwright's global set-up: its workers inherit the variables. Resolves to what removes both. */
export default async function prepareDatabases(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-cluster-'))
  const postgres = await startPostgres()
  await prepare({ DATA_DIR: dataDir })
  await administer(postgres.url, `CREATE DATABASE ${TEMPLATE}`)
  await prepare({ DATA_DIR: dataDir, DATABASE_URL: addressOf(postgres.url, TEMPLATE) })
  process.env[CLUSTER] = path.join(dataDir, 'pg')
  process.env[POSTGRES] = postgres.url
  const pooler = await pgBouncerBefore(postgres.url)
  if (pooler) process.env[POOLED] = pooler.addressOf(postgres.url)
  return async () => {
    await pooler?.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Puts the prepared embedded database into a new data folder; without one, the server makes its own. */
export async function placeCluster(dataDir: string): Promise<void> {
  const cluster = process.env[CLUSTER]
  if (cluster) await cp(cluster, path.join(dataDir, 'pg'), { recursive: true })
}

const pgBouncerBefore = async (url: string) => (process.env.TEST_PGBOUNCER === 'on' ? startPgBouncer(url) : null)

const settings = (url: string, pooledUrl: string | undefined): Record<string, string> =>
  pooledUrl ? { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: url } : { DATABASE_URL: url }

/** Copies the prepared database on the run's PostgreSQL, or starts a PostgreSQL if there is none. `stop` removes it. */
export async function newPostgres(): Promise<AppDatabase> {
  const server = process.env[POSTGRES]
  if (!server) return startAppPostgres()
  const name = `app_${randomBytes(6).toString('hex')}`
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const url = addressOf(server, name)
  const pooled = process.env[POOLED]
  return {
    url,
    env: settings(url, pooled && addressOf(pooled, name)),
    stop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** Starts a PostgreSQL server with an empty database, for tests that need one of their own. */
export async function startAppPostgres(): Promise<AppDatabase> {
  const server = await startPostgres()
  const pooler = await pgBouncerBefore(server.url)
  return {
    url: server.url,
    env: settings(server.url, pooler?.addressOf(server.url)),
    stop: async () => {
      await pooler?.stop()
      await server.stop()
    },
  }
}
