// Databases as a first start leaves them, without the demo, made once for all the servers of a run: making one takes
// longer than all else that a server does until it is ready. Servers on a folder or a database of their test's own make
// it themselves.
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { runMain } from '../app/main-process.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const CLUSTER = 'PREPARED_CLUSTER'
const POSTGRES = 'PREPARED_POSTGRES'
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
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Puts the prepared embedded database into a new data folder; without one, the server makes its own. */
export async function placeCluster(dataDir: string): Promise<void> {
  const cluster = process.env[CLUSTER]
  if (cluster) await cp(cluster, path.join(dataDir, 'pg'), { recursive: true })
}

/**
 * Copies the prepared database on the run's PostgreSQL; without one, starts a PostgreSQL of its own. `stop` removes it.
 */
export async function newPostgres(): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const url = process.env[POSTGRES]
  if (!url) return startPostgres()
  const name = `app_${randomBytes(6).toString('hex')}`
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  return {
    url: addressOf(url, name),
    stop: () => administer(url, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}
