// Databases for tests: fresh, migrated and isolated, on PGlite or PostgreSQL as TEST_DATABASE says.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '../../../src/platform/db/embedded/open.ts'
import { type Database, migrate, openDatabase } from '../../../src/platform/db/index.ts'
import { embeddedTemplate, templateKey } from './database-template.ts'
import { refuseNestedConnections } from './nested-connections.ts'
import { recordStatements } from './statement-recorder.ts'
import { planStatements, unscopedStatements } from './workspace-scope.ts'
import './postgres-setup.ts'

export const testDatabaseKind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

const opened: (() => Promise<void>)[] = []

/** Closes at the end of the test file what uses a database, before the database itself. */
export const atEnd = (close: () => Promise<void>): void => void opened.push(close)

/** Functions that `close-at-end.ts` runs at the end of every test file. */
export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close()
}

/** A fresh, migrated database of the kind under test; it is closed and removed at the end of the test file. */
export function testDatabase(): Promise<Database> {
  return testDatabaseKind === 'postgres' ? testPostgres() : testEmbedded()
}

/** Records a test database from its start, and checks at the end what was sent inside transactions. */
function watchTransactions(database: Database): () => Promise<void> {
  const refused: string[] = []
  refuseNestedConnections(database, refused)
  const recorder = recordStatements(database)
  recorder.during('the test file')
  return async () => {
    recorder.during(null)
    if (refused.length > 0) throw new Error(`Connections requested inside transactions:\n${refused.join('\n')}`)
    const scoped = recorder.statements.filter(({ role }) => role === 'answerloom_app')
    // A test may have closed its database, or broken it, by then.
    if (scoped.length === 0 || database.pool.ended) return
    const unscoped = unscopedStatements(await planStatements(database, scoped, { skipFailing: true }))
    if (unscoped.length > 0)
      throw new Error(`Statements of a workspace that do not name it by workspace_id:\n${unscoped.join('\n')}`)
  }
}

/** A connection that is never released would block the end: the test file forgot to close its owner. */
async function closeWhole(database: Database, checkTransactions: () => Promise<void>): Promise<void> {
  await checkTransactions().finally(() => database.close())
  const held = database.pool.totalCount
  if (held > 0) throw new Error(`At the end of the test file ${held} connections were still in use.`)
}

/** An in-memory PGlite with the schema of the migrations. */
export async function testEmbedded(): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir: null, template: await embeddedTemplate() })
  const checkTransactions = watchTransactions(database)
  atEnd(() => closeWhole(database, checkTransactions))
  return database
}

/** The address of a new database with the schema of the migrations, for tests that open it more than once. */
export async function testPostgresUrl(): Promise<string> {
  const template = await postgresTemplate()
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  atEnd(() => administer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).then(() => {}))
  return addressOf(name)
}

async function testPostgres(): Promise<Database> {
  const directUrl = await testPostgresUrl()
  const pooledUrl = inject('pooledUrl')
  const databaseUrl =
    pooledUrl === null ? directUrl : Object.assign(new URL(directUrl), { port: new URL(pooledUrl).port }).href
  const database = await openDatabase({ databaseUrl, directUrl, dataDir: '', connections: 10 })
  const checkTransactions = watchTransactions(database)
  atEnd(() => closeWhole(database, checkTransactions))
  return database
}

async function postgresTemplate(): Promise<string> {
  const name = `template_${await templateKey()}`
  await administer(async (client) => {
    // One test file makes it, the others wait here.
    await client.query('SELECT pg_advisory_lock(715225740)')
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name])
    if (rowCount) return
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
    const database = await openDatabase({ databaseUrl: addressOf(name), dataDir: '' })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`)
  })
  return name
}

function addressOf(database: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return url.href
}

async function administer<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
