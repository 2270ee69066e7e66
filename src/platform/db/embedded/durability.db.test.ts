import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './open.ts'

const WRITER = fileURLToPath(new URL('../../../../tests/support/database/embedded-writer.ts', import.meta.url))
const opened: EmbeddedDatabase[] = []

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

const fresh = mkdtempSync(join(tmpdir(), 'answerloom-data-'))

// Making a cluster takes seconds: the tests that need one start from a copy.
beforeAll(async () => {
  await (await openEmbedded({ dataDir: fresh })).close()
})
afterAll(() => rmSync(fresh, { recursive: true, force: true }))

function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'answerloom-data-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function folder(): string {
  const path = emptyFolder()
  cpSync(join(fresh, 'pg'), join(path, 'pg'), { recursive: true })
  return path
}

async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, ...options })
  opened.push(database)
  return database
}

/** Runs the writer, hands every line to `onLine`, and resolves when the process is gone. */
async function writer(
  dataDir: string,
  first: number,
  onLine: (line: string, child: ChildProcess) => void,
): Promise<void> {
  const child = spawn(process.execPath, [WRITER, dataDir, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  lines.on('line', (line) => onLine(line, child))
  await Promise.all([gone, new Promise((resolve) => lines.once('close', resolve))])
}

describe('the data folder', () => {
  it('keeps acknowledged changes when its process is killed', async () => {
    const dataDir = folder()
    const acknowledged: number[] = []
    for (const upTo of [3, 25, 60, 140]) {
      let killed = false
      await writer(dataDir, acknowledged.length, (line, child) => {
        expect(line).toBe(String(acknowledged.length))
        acknowledged.push(Number(line))
        if (acknowledged.length < upTo || killed) return
        killed = child.kill('SIGKILL')
      })
      expect(killed).toBe(true)
      const database = await openEmbedded({ dataDir })
      const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM acknowledged ORDER BY id')
      await database.close()
      // The row being written when the process died may be there without having been acknowledged.
      expect(rows.slice(0, acknowledged.length).map(({ id }) => id)).toEqual(acknowledged)
      expect(rows.length - acknowledged.length).toBeLessThanOrEqual(1)
      acknowledged.splice(0, acknowledged.length, ...rows.map(({ id }) => id))
    }
  }, 120_000)

  it('is synced to the disk by every commit', async () => {
    const database = await open(folder())
    await database.pool.query('CREATE TABLE notes (note text)')
    const before = await database.stats()
    for (let index = 0; index < 10; index++) await database.pool.query("INSERT INTO notes VALUES ('x')")
    const after = await database.stats()
    expect(after.fileSyncs - before.fileSyncs).toBeGreaterThanOrEqual(10)
    const { rows } = await database.pool.query(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'wal_sync_method', 'full_page_writes') ORDER BY name",
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      wal_sync_method: 'fsync',
    })
  })

  it('is refused to a second process and to a second opening', async () => {
    const dataDir = folder()
    const database = await open(dataDir)
    const said: string[] = []
    await writer(dataDir, 0, (line) => said.push(line))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('refused data_dir.locked')
    expect(said[0]).toContain(`already in use by process ${process.pid}`)
    await expect(openEmbedded({ dataDir })).rejects.toMatchObject({ kind: 'conflict', code: 'data_dir.locked' })
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await database.close()
    await open(dataDir)
  })

  it('is released with all its content when it is closed', async () => {
    const dataDir = folder()
    const first = await open(dataDir)
    await first.pool.query("CREATE TABLE kept (note text); INSERT INTO kept VALUES ('kept')")
    await first.close()
    const second = await open(dataDir)
    expect((await second.pool.query('SELECT note FROM kept')).rows).toEqual([{ note: 'kept' }])
  })

  it('may contain the files of an interrupted first start', async () => {
    const dataDir = emptyFolder()
    mkdirSync(join(dataDir, 'pg.new-1'))
    writeFileSync(join(dataDir, 'pg.new-1', 'PG_VERSION'), '18\n')
    const database = await open(dataDir)
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
  })

  it('has its problems reported', async () => {
    const place = emptyFolder()
    writeFileSync(join(place, 'file'), '')
    const unusable = openEmbedded({ dataDir: join(place, 'file', 'data') })
    await expect(unusable).rejects.toMatchObject({ kind: 'unavailable', code: 'data_dir.unusable' })
    mkdirSync(join(place, 'pg'))
    writeFileSync(join(place, 'pg', 'PG_VERSION'), '14\n')
    await expect(openEmbedded({ dataDir: place })).rejects.toMatchObject({
      code: 'database.unavailable',
      message: expect.stringContaining('PostgreSQL 14'),
    })
  })
})

describe('database maintenance', () => {
  it('writes the log back and vacuums when idle', async () => {
    const database = await open(folder(), { timing: { tick: 20, checkpoint: 100, vacuum: 100 } })
    await database.pool.query('CREATE TABLE churn (id int, filler text)')
    await database.pool.query("INSERT INTO churn SELECT i, repeat('x', 100) FROM generate_series(1, 5000) i")
    await database.pool.query('UPDATE churn SET id = id + 1')
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query<{ vacuumed: boolean }>(
            "SELECT vacuum_count > 0 AND analyze_count > 0 AS vacuumed FROM pg_stat_user_tables WHERE relname = 'churn'",
          )
          return rows[0]?.vacuumed
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    const stats = await database.stats()
    expect(stats.checkpoints).toBeGreaterThan(0)
    expect(stats.vacuums).toBeGreaterThan(0)
  })

  it('keeps statistics up to date although the database is never idle', async () => {
    const timing = { tick: 3_600_000, vacuum: 3_600_000, statistics: 0 }
    const database = await open(folder(), { timing })
    await database.pool.query('CREATE TABLE filling (id int)')
    await database.pool.query('INSERT INTO filling SELECT generate_series(1, 5000)')
    const estimate = async () => {
      const { rows } = await database.pool.query<{ reltuples: number }>(
        "SELECT reltuples FROM pg_class WHERE relname = 'filling'",
      )
      return rows[0]?.reltuples
    }
    await expect.poll(estimate, { timeout: 20_000 }).toBe(5_000)
    expect((await database.stats()).vacuums).toBe(0)
  })

  it('limits the log size, however busy the database is', async () => {
    const dataDir = folder()
    const database = await open(dataDir, { timing: { checkpoint: 3_600_000, vacuum: 3_600_000 } })
    await database.pool.query('CREATE TABLE bulk (filler text)')
    await database.pool.query('ALTER TABLE bulk ALTER filler SET STORAGE EXTERNAL')
    for (let index = 0; index < 20; index++) {
      await database.pool.query('INSERT INTO bulk SELECT repeat(md5(i::text), 30000) FROM generate_series(1, 16) i')
    }
    const { checkpoints, walBytes } = await database.stats()
    expect(checkpoints).toBeGreaterThanOrEqual(2)
    expect(walBytes).toBeLessThan(96 * 2 ** 20)
    const wal = join(dataDir, 'pg', 'pg_wal')
    const size = readdirSync(wal).reduce((sum, name) => sum + statSync(join(wal, name)).size, 0)
    expect(size).toBeLessThan(256 * 2 ** 20)
  }, 60_000)
})
