import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inBackground } from '../background-pool.ts'
import { systemTransaction } from '../transaction.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'

const RUNAWAY = 'SELECT count(*) FROM generate_series(1, 100000000000)'
const dataDir = mkdtempSync(join(tmpdir(), 'answerloom-data-'))
const logged: string[] = []
const clients: pg.PoolClient[] = []
let db: EmbeddedDatabase

beforeAll(async () => {
  db = await openEmbedded({
    dataDir,
    statementLimit: 1_500,
    timing: { tick: 20, idleInTransaction: 300 },
    log: (_level, message) => logged.push(message),
  })
  await db.pool.query(
    "CREATE ROLE answerloom_system NOLOGIN; CREATE TABLE notes (note text); INSERT INTO notes VALUES ('kept')",
  )
  await db.pool.query('GRANT ALL ON notes TO answerloom_system')
})
afterEach(() => {
  for (const client of clients.splice(0)) client.release(true)
})
afterAll(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function connect(): Promise<pg.PoolClient> {
  const client = await db.pool.connect()
  clients.push(client)
  return client
}

const works = async () => (await db.pool.query('SELECT note FROM notes')).rows

describe('a session that cannot continue', () => {
  it('fails waiting queries as unavailable after its thread crashed, and the next ones work', async () => {
    const inside = systemTransaction(db, async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES ('lost')`)
      await db.crash()
      await transaction.execute(sql`SELECT 1`)
    })
    await expect(inside).rejects.toMatchObject({ kind: 'unavailable', code: 'database.unavailable' })
    expect(await works()).toEqual([{ note: 'kept' }])
    expect(logged).toContain('The embedded database ended and is reopened.')
  })

  it('ends a statement that runs too long and reports it as too slow', async () => {
    const slow = systemTransaction(db, (transaction) => transaction.execute(sql.raw(RUNAWAY)))
    await expect(slow).rejects.toMatchObject({ kind: 'unavailable', code: 'database.timeout' })
    expect(await works()).toEqual([{ note: 'kept' }])
  })

  it('reports a lost connection to queries behind a statement that was ended', async () => {
    const [guilty, other] = [await connect(), await connect()]
    const slow = guilty.query(RUNAWAY)
    const waiting = other.query('SELECT 1')
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    await expect(waiting).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await works()).toEqual([{ note: 'kept' }])
  })

  it('is not ended when long work was announced', async () => {
    const { rowCount } = await db.withoutStatementLimit(() => db.pool.query('SELECT pg_sleep(2)'))
    expect(rowCount).toBe(1)
  })

  it('is replaced when the backend ended itself', async () => {
    const client = await connect()
    const ended = once(client, 'error')
    await expect(client.query('COPY notes FROM STDIN')).rejects.toThrow()
    await ended
    // The thread says its last words before it is gone: a query in between is lost with it.
    await expect.poll(() => works().catch(() => 'lost'), { timeout: 30_000 }).toEqual([{ note: 'kept' }])
  })

  it('is replaced many times', async () => {
    for (let index = 0; index < 3; index++) {
      const queries = Array.from({ length: 8 }, () => db.pool.query('SELECT 1').catch(() => undefined))
      await db.crash()
      await Promise.all(queries)
      expect(await works()).toEqual([{ note: 'kept' }])
    }
  }, 60_000)
})

describe('one session for many sockets', () => {
  it('ends an idle transaction that blocks others', async () => {
    const client = await connect()
    const ended = once(client, 'error')
    await client.query('BEGIN')
    await client.query("INSERT INTO notes VALUES ('stalled')")
    // Inside that transaction: without the watchdog this would wait for itself.
    expect(await works()).toEqual([{ note: 'kept' }])
    expect((await ended)[0]).toMatchObject({ code: '25P03' })
  })

  it('keeps an idle transaction while no other waits', async () => {
    const client = await connect()
    await client.query('BEGIN')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await client.query('COMMIT')
  })

  it('serves requests before background work, in any order of arrival', async () => {
    const order: string[] = []
    const did = (what: string) =>
      systemTransaction(db, (transaction) => transaction.execute(sql`SELECT 1`)).then(() => order.push(what))
    const all = () => [inBackground(() => did('background')), inBackground(() => did('background')), did('request')]
    const holding = await connect()
    // So that there is a connection for each: then all of them ask before the next answer is here.
    await Promise.all(all())
    order.length = 0
    await holding.query('BEGIN')
    const waiting = all()
    await holding.query('SELECT 1')
    await holding.query('COMMIT')
    await Promise.all(waiting)
    expect(order).toEqual(['request', 'background', 'background'])
  })

  it('counts a statement as slow by its execution time, not by its waiting time', async () => {
    const [holding, waiting] = [await connect(), await connect()]
    await holding.query('BEGIN')
    const waited = waiting.query('SELECT 1 AS waited')
    await holding.query('SELECT pg_sleep(0.3) AS worked')
    await holding.query('COMMIT')
    await waited
    const slow = db.watch.slow().map(({ statement }) => statement)
    expect(slow.filter((statement) => /worked|waited/.test(statement))).toEqual(['SELECT pg_sleep(?.?) AS worked'])
  })

  it("does not count the waiting time behind another socket's statement, and counts a wait once", async () => {
    const [holding, waiting] = [await connect(), await connect()]
    const passed = db.watch.timing(waiting)
    const all = [
      holding.query('SELECT pg_sleep(0.3) AS held'),
      // Sent one behind the other, as transactions begin.
      waiting.query('BEGIN'),
      waiting.query('SELECT 1 AS behind'),
      waiting.query('COMMIT'),
    ]
    await Promise.all(all)
    expect(passed()).toBeGreaterThan(0)
    const slow = db.watch.slow().map(({ statement }) => statement)
    expect(slow.filter((statement) => /held|behind|BEGIN|COMMIT/.test(statement))).toEqual([
      'SELECT pg_sleep(?.?) AS held',
    ])
  })

  it('rolls back the open transaction of a closed connection', async () => {
    const client = await db.pool.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO notes VALUES ('left')")
    client.release(true)
    expect(await works()).toEqual([{ note: 'kept' }])
  })

  it('notifies each socket of the channels that it listens to', async () => {
    const [one, two, three] = [await connect(), await connect(), await connect()]
    const received: string[] = []
    const names = new Map([
      [one, 'one'],
      [two, 'two'],
      [three, 'three'],
    ])
    for (const [client, name] of names) {
      client.on('notification', ({ channel, payload }) => received.push(`${name} ${channel} ${payload}`))
    }
    await one.query('LISTEN news')
    await two.query('LISTEN "news"')
    await two.query('LISTEN "Other Channel"')
    await db.pool.query("SELECT pg_notify('news', 'a'), pg_notify('Other Channel', 'b')")
    await one.query('UNLISTEN news')
    await db.pool.query("SELECT pg_notify('news', 'c')")
    await two.query('UNLISTEN *')
    await db.pool.query("SELECT pg_notify('news', 'd')")
    // Answers and notifications share one way: what comes before this answer has arrived with it.
    await Promise.all([one, two, three].map((client) => client.query('SELECT 1')))
    expect(received).toEqual(['one news a', 'two news a', 'two Other Channel b', 'two news c'])
  })

  it('refuses named statements, which would be shared', async () => {
    const client = await connect()
    const named = { name: 'mine', text: 'SELECT $1::int AS one', values: [1] }
    await expect(client.query(named)).rejects.toMatchObject({ code: '0A000' })
    expect((await client.query(named.text, [1])).rows).toEqual([{ one: 1 }])
  })

  it('transfers large results and large parameters', async () => {
    const text = 'ü'.repeat(4_000_000)
    const { rows } = await db.pool.query('SELECT $1::text AS text, length($1) AS length', [text])
    expect(rows[0].length).toBe(text.length)
    expect(rows[0].text === text).toBe(true)
    const many = await db.pool.query("SELECT i, repeat('x', 100) AS filler FROM generate_series(1, 20000) i")
    expect(many.rows).toHaveLength(20_000)
    expect(many.rows.at(-1)).toEqual({ i: 20_000, filler: 'x'.repeat(100) })
  })
})
