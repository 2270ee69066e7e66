import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainDamage } from './damage.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'

const MIGRATION = '8000_next'

let whole: string
/** File of a table with several pages, below `pg`. */
let table: string

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'answerloom-damage-'))
  const db = await openEmbedded({ dataDir: whole })
  await db.pool.query(
    "CREATE TABLE notes AS SELECT i, repeat('x', 200) AS note FROM generate_series(1, 500) i; CHECKPOINT",
  )
  table = String((await db.pool.query("SELECT pg_relation_filepath('notes') AS path")).rows[0]?.path)
  await db.close()
}, 120_000)
afterAll(() => rmSync(whole, { recursive: true, force: true }))

/** Opens a copy of the folder that was harmed. */
async function withHarmed(
  harm: (cluster: string) => void,
  run: (open: () => Promise<EmbeddedDatabase>, dataDir: string) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'answerloom-damaged-'))
  cpSync(whole, dataDir, { recursive: true })
  harm(join(dataDir, 'pg'))
  await run(() => openEmbedded({ dataDir }), dataDir).finally(() => rmSync(dataDir, { recursive: true, force: true }))
}

const overwrite = (file: string, position: number) =>
  writeSync(openSync(file, 'r+'), Buffer.alloc(40, 7), 0, 40, position)

it.each<[string, (cluster: string) => void, RegExp]>([
  ['control file', (cluster) => overwrite(join(cluster, 'global', 'pg_control'), 60), /its control file is damaged/],
  [
    'missing control file',
    (cluster) => rmSync(join(cluster, 'global', 'pg_control')),
    /its control file is damaged or missing/,
  ],
  [
    'log',
    (cluster) => {
      const folder = join(cluster, 'pg_wal')
      for (const name of readdirSync(folder)) if (/^[\dA-F]{24}$/.test(name)) rmSync(join(folder, name))
    },
    /its log \(pg_wal\) is damaged or incomplete/,
  ],
])(
  'a damaged %s is identified, with the command that restores it',
  async (_name, harm, sentence) => {
    await withHarmed(harm, async (open, dataDir) => {
      const error = await open().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        kind: 'unavailable',
        code: 'database.damaged',
        message: expect.stringMatching(sentence),
      })
      expect((error as Error).message).toContain(`The database in ${join(dataDir, 'pg')} is damaged`)
      expect((error as Error).message).toContain('npm run restore -- --from FILE')
    })
  },
  60_000,
)

it('a damaged page is found, and never copied over the last good copy', async () => {
  await withHarmed(
    (cluster) => overwrite(join(cluster, table), 8192 + 4000),
    async (open, dataDir) => {
      const good = join(dataDir, 'backups', 'before-0001_good')
      mkdirSync(good, { recursive: true })
      writeFileSync(join(good, 'PG_VERSION'), '18')
      const db = await open()
      try {
        const refused = {
          code: 'database.damaged',
          message: expect.stringMatching(/notes cannot be read.*invalid page in block 1/),
        }
        await expect(db.assertUndamaged()).rejects.toMatchObject(refused)
        await expect(db.copyAside(MIGRATION)).rejects.toMatchObject(refused)
        expect(readdirSync(join(dataDir, 'backups'))).toEqual(['before-0001_good'])
        expect(readFileSync(join(good, 'PG_VERSION'), 'utf8')).toBe('18')
      } finally {
        await db.close()
      }
    },
  )
}, 60_000)

it('a full disk is not reported as damage', () => {
  const reason = 'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device'
  expect(explainDamage('/data/pg', reason)).toMatchObject({ code: 'database.disk_full' })
  expect(explainDamage('/data/pg', 'FATAL:  out of memory')).toBeNull()
})
