// A migrated cluster of the embedded database, kept in .cache between runs: a test's database starts from a copy.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '../../../src/platform/db/embedded/open.ts'
import { migrate } from '../../../src/platform/db/index.ts'
import { readMigrations } from '../../../src/platform/db/migrate.ts'

const CACHE = fileURLToPath(new URL('../../../.cache/test-database', import.meta.url))

/** Names what the template depends on: the migrations and the version of the embedded database. */
export async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of await readMigrations()) hash.update(`${migration.name} ${migration.hash}\n`)
  const file = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
  hash.update(JSON.parse(readFileSync(file, 'utf8')).version)
  return hash.digest('hex').slice(0, 16)
}

/** The tar of a migrated cluster, from the cache or made now. */
export async function embeddedTemplate(): Promise<Uint8Array> {
  const file = path.join(CACHE, `${await templateKey()}.tar`)
  if (existsSync(file)) return new Uint8Array(readFileSync(file))
  const database = await openEmbedded({ dataDir: null })
  await migrate(database)
  const tar = await database.dump()
  await database.close()
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE).filter((name) => name.endsWith('.tar')))
    rmSync(path.join(CACHE, old), { force: true })
  // Several test files may do this at once; renaming is atomic, so the file is always complete.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, tar)
  renameSync(draft, file)
  return tar
}

/** Vitest's global set-up of the project `pglite`: makes the template once, before the test files ask for it. */
export default async function setup(): Promise<void> {
  await embeddedTemplate()
}
