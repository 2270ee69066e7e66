// Databases for tests: fresh, migrated and isolated, on PGlite or PostgreSQL as TEST_DATABASE says.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '../../src/platform/db/embedded/open.ts'
import { type Database, migrate, openDatabase } from '../../src/platform/db/index.ts'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import './postgres-setup.ts'

export const testDatabaseKind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

const CACHE = fileURLToPath(new URL('../../.cache/test-database', import.meta.url))
const opened: (() => Promise<void>)[] = []

// Vitest loads this module anew for each test file, so this runs at the end of each.
afterAll(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A fresh, migrated database of the kind under test; it is closed and removed at the end of the test file. */
export function testDatabase(): Promise<Database> {
  return testDatabaseKind === 'postgres' ? testPostgres() : testEmbedded()
}

/** An in-memory PGlite with the schema of the migrations. */
export async function testEmbedded(): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir: null, template: await embeddedTemplate() })
  opened.push(() => database.close())
  return database
}

/** The address of a new database with the schema of the migrations, for tests that open it more than once. */
export async function testPostgresUrl(): Promise<string> {
  const template = await postgresTemplate()
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  opened.push(() => administer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).then(() => {}))
  return addressOf(name)
}

async function testPostgres(): Promise<Database> {
  const database = await openDatabase({ databaseUrl: await testPostgresUrl(), dataDir: '', connections: 10 })
  opened.push(() => database.close())
  return database
}

/** Names what the template depends on: the migrations and the version of the embedded database. */
async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of await readMigrations()) hash.update(`${migration.name} ${migration.hash}\n`)
  for (const name of ['pglite', 'pglite-pgvector']) {
    const file = new URL(`../../node_modules/@electric-sql/${name}/package.json`, import.meta.url)
    hash.update(JSON.parse(readFileSync(file, 'utf8')).version)
  }
  return hash.digest('hex').slice(0, 16)
}

async function embeddedTemplate(): Promise<Uint8Array> {
  const file = path.join(CACHE, `${await templateKey()}.tar`)
  if (existsSync(file)) return new Uint8Array(readFileSync(file))
  const database = await openEmbedded({ dataDir: null })
  await migrate(database)
  const tar = await database.dump()
  await database.close()
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE).filter((name) => name.endsWith('.tar')))
    rmSync(path.join(CACHE, old), { force: true })
  // Another test file may be at the same place: whoever renames last, the file is whole.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, tar)
  renameSync(draft, file)
  return tar
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
