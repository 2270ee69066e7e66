// Upgrades a database of each released version, as `npm run release` has recorded it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inRoot } from '../scripts/repository.ts'
import { restoreBackup } from '../src/platform/backup/index.ts'
import { type Database, migrate } from '../src/platform/db/index.ts'
import { readMigrations } from '../src/platform/db/migrate.ts'
import { localStorage } from '../src/platform/storage/index.ts'
import { examine } from '../src/wire/doctor.ts'
import { createTestApp } from './support/app/test-app.ts'
import { RECORDED_FAQ, type RecordedDatabase } from './support/content/recorded-database.ts'
import { testDatabase } from './support/database/database.ts'

const FOLDER = inRoot('tests', 'support', 'releases')
const versions = readdirSync(FOLDER).flatMap((name) => (name.endsWith('.json') ? name.slice(0, -5) : []))
const recordOf = (version: string): RecordedDatabase =>
  JSON.parse(readFileSync(join(FOLDER, `${version}.json`), 'utf8'))

it('a database of each released version is recorded', () => {
  const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## (\d\S+) - \d{4}-/gm)].map(([, version = '']) => version)
  expect(versions).toEqual(expect.arrayContaining(released))
  expect(versions).not.toEqual([])
})

async function emptyDatabase(): Promise<Database> {
  const db = await testDatabase()
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC')
  return db
}

async function rowCounts(db: Database): Promise<Record<string, number>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'applied_migrations' ORDER BY 1",
  )
  const counts: Record<string, number> = {}
  const client = await db.pool.connect()
  await client.query('BEGIN; SET LOCAL ROLE answerloom_system')
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${name}"`)
    if (rows[0]?.n) counts[name] = rows[0].n
  }
  await client.query('COMMIT')
  client.release()
  return counts
}

describe.each(versions)('a database of %s', (version) => {
  const { subdomain, api_key, migrations } = recordOf(version)

  it('has had the migrations as they are today', async () => {
    const hashes = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]))
    for (const [name, hash] of Object.entries(migrations)) expect(hashes.get(name), name).toBe(hash)
  })

  it('keeps every row when it is upgraded, and answers as before', async () => {
    const files = mkdtempSync(join(tmpdir(), 'upgraded-'))
    onTestFinished(() => rmSync(files, { recursive: true }))
    const path = join(FOLDER, `${version}.jsonl.gz`)
    const db = await emptyDatabase()
    const { header, jobs } = await restoreBackup({ db, storage: localStorage(files), path })
    expect(header.migrations).toEqual(Object.keys(migrations))
    const before = await rowCounts(db)
    expect(Object.keys(before).length).toBeGreaterThan(10)

    const kept: string[] = []
    const keep = async (_: Database, name: string) => {
      kept.push(name)
      return name
    }
    const later = (await readMigrations()).map(({ name }) => name).filter((name) => !migrations[name])
    expect((await migrate(db, { keep })).applied).toEqual(later)
    expect(kept).toEqual(later.slice(0, 1))
    expect(await rowCounts(db)).toEqual(before)

    const app = await createTestApp({ SEED_DEMO: 'on' }, { db })
    await app.core.jobs.resume(jobs)
    const list = await app.rest({ method: 'GET', path: '/faqs' }, {}, api_key)
    expect(list).toMatchObject({
      status: 200,
      body: { items: expect.arrayContaining([expect.objectContaining(RECORDED_FAQ)]) },
    })
    const asked = await app.fetch(
      new Request('http://localhost/api/public/ask', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ subdomain, question: RECORDED_FAQ.question }),
      }),
    )
    expect(await asked.json()).toMatchObject({ outcome: 'answered', answer: RECORDED_FAQ.answer })
    const findings = await examine(app.core, { repair: false })
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  })
})
