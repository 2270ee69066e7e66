import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { newId } from '../../kernel/ids.ts'
import { type Database, queryIn, systemLookup, systemTransaction, workspaceTransaction } from './index.ts'

let db: Database
const workspaceId = newId()
const userId = newId()
const scope = { workspaceId, userId }
const identity = sql`SELECT current_user AS role, current_setting('app.workspace_id', true) AS workspace, current_setting('app.user_id', true) AS "user"`

beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query(`CREATE TABLE scratch_notes (workspace_id uuid NOT NULL, note text NOT NULL);
    ALTER TABLE scratch_notes ENABLE ROW LEVEL SECURITY;
    ALTER TABLE scratch_notes FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON scratch_notes USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
    GRANT SELECT, INSERT ON scratch_notes TO answerloom_app`)
})

describe('a scoped transaction', () => {
  it("runs as the product's role with the workspace and the user set", async () => {
    const { rows } = await workspaceTransaction(db, scope, (transaction) => transaction.execute(identity))
    expect(rows).toEqual([{ role: 'answerloom_app', workspace: workspaceId, user: userId }])
  })

  it('leaves nothing on the connection, after a commit and after a failure', async () => {
    const before = (await db.pool.query('SELECT current_user AS role')).rows
    await workspaceTransaction(db, scope, (transaction) => transaction.execute(identity))
    await expect(
      workspaceTransaction(db, scope, (transaction) => transaction.execute(sql`SELECT 1/0`)),
    ).rejects.toThrow()
    const clients = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()))
    for (const client of clients) {
      expect((await client.query('SELECT current_user AS role')).rows).toEqual(before)
      const { rows } = await client.query("SELECT coalesce(current_setting('app.workspace_id', true), '') AS workspace")
      expect(rows).toEqual([{ workspace: '' }])
      client.release()
    }
    const { rows } = await systemTransaction(db, (transaction) => transaction.execute(identity))
    expect(rows[0]).toMatchObject({ role: 'answerloom_system' })
    expect(rows[0]?.workspace ?? '').toBe('')
  })

  it('reads and writes only rows of its workspace', async () => {
    const other = { workspaceId: newId(), userId: null }
    await workspaceTransaction(db, scope, (transaction) =>
      transaction.execute(sql`INSERT INTO scratch_notes VALUES (${workspaceId}, 'mine')`),
    )
    await workspaceTransaction(db, other, async (transaction) => {
      expect((await transaction.execute(sql`SELECT note FROM scratch_notes`)).rows).toEqual([])
    })
    await expect(
      workspaceTransaction(db, other, (transaction) =>
        transaction.execute(sql`INSERT INTO scratch_notes VALUES (${workspaceId}, 'forged')`),
      ),
    ).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('rolls back the changes of a failing function', async () => {
    const written = workspaceTransaction(db, scope, async (transaction) => {
      await transaction.execute(sql`INSERT INTO scratch_notes VALUES (${workspaceId}, 'undone')`)
      throw new Error('changed my mind')
    })
    await expect(written).rejects.toThrow('changed my mind')
    const { rows } = await db.pool.query("SELECT 1 FROM scratch_notes WHERE note = 'undone'")
    expect(rows).toEqual([])
  })

  it('fails when a statement failed and the error was ignored', async () => {
    const written = workspaceTransaction(db, scope, async (transaction) => {
      await transaction.execute(sql`INSERT INTO scratch_notes VALUES (${workspaceId}, 'lost')`)
      await transaction.execute(sql`SELECT 1/0`).catch(() => undefined)
    })
    await expect(written).rejects.toThrow(/rolled back/)
  })

  it('is retried after a deadlock with another one', async () => {
    await db.pool.query('CREATE TABLE scratch_counters (name text PRIMARY KEY, value int NOT NULL)')
    await db.pool.query(
      "GRANT ALL ON scratch_counters TO answerloom_system; INSERT INTO scratch_counters VALUES ('a', 0), ('b', 0)",
    )
    // One connection has one transaction at a time, and no deadlocks: there the second begins when the first has ended.
    const together = db.kind === 'postgres' ? Promise.withResolvers<void>() : undefined
    let holding = 0
    let runs = 0
    const raise = (names: string[]) =>
      systemTransaction(db, async (transaction) => {
        runs++
        for (const name of names) {
          await transaction.execute(sql`UPDATE scratch_counters SET value = value + 1 WHERE name = ${name}`)
          if (++holding === 2) together?.resolve()
          await together?.promise
        }
      })
    await Promise.all([raise(['a', 'b']), raise(['b', 'a'])])
    const { rows } = await db.pool.query('SELECT name, value FROM scratch_counters ORDER BY name')
    expect(rows).toEqual([
      { name: 'a', value: 2 },
      { name: 'b', value: 2 },
    ])
    expect(runs).toBe(db.kind === 'postgres' ? 3 : 2)
  })

  it('nests with savepoints', async () => {
    await workspaceTransaction(db, scope, async (transaction) => {
      await transaction.execute(sql`INSERT INTO scratch_notes VALUES (${workspaceId}, 'outer')`)
      const inner = transaction.transaction(async (nested) => {
        await queryIn(nested, 'INSERT INTO scratch_notes VALUES ($1, $2)', [workspaceId, 'inner'])
        throw new Error('inner')
      })
      await expect(inner).rejects.toThrow('inner')
    })
    const { rows } = await db.pool.query("SELECT note FROM scratch_notes WHERE note IN ('inner', 'outer')")
    expect(rows).toEqual([{ note: 'outer' }])
  })

  it('cannot be used after its end', async () => {
    const leaked = await workspaceTransaction(db, scope, async (transaction) => transaction)
    await expect(leaked.execute(identity)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/has ended/) },
    })
  })

  it('accepts only ids as its scope', async () => {
    for (const workspace of ['', "x'; DROP TABLE scratch_notes; --", `${workspaceId}'`, `${workspaceId}\n`]) {
      const run = workspaceTransaction(db, { workspaceId: workspace, userId: null }, (transaction) =>
        transaction.execute(identity),
      )
      await expect(run).rejects.toMatchObject({ kind: 'invalid', code: 'scope.invalid' })
    }
    const run = workspaceTransaction(db, { workspaceId, userId: "'" }, (transaction) => transaction.execute(identity))
    await expect(run).rejects.toMatchObject({ code: 'scope.invalid' })
  })
})

describe('a lookup in one round trip', () => {
  it('runs as the system role, passes its values as literals and leaves nothing on the connection', async () => {
    const hostile = "x'; drop table scratch_notes; --\\"
    const rows = await systemLookup(db, 'SELECT current_user AS role, $1 AS first, $2 AS second', [hostile, '$1'])
    expect(rows).toEqual([{ role: 'answerloom_system', first: hostile, second: '$1' }])
    expect((await db.pool.query('SELECT current_user AS role')).rows[0]?.role).not.toBe('answerloom_system')
    await expect(systemLookup(db, 'SELECT 1/0', [])).rejects.toThrow()
    expect((await db.pool.query('SELECT count(*)::int AS n FROM scratch_notes')).rows).toHaveLength(1)
  })
})

describe('a read-only transaction', () => {
  it('reads its workspace and cannot write', async () => {
    const rows = await workspaceTransaction(
      db,
      scope,
      async (transaction) => (await transaction.execute(identity)).rows,
      'read',
    )
    expect(rows).toEqual([{ role: 'answerloom_app', workspace: workspaceId, user: userId }])
    await expect(
      workspaceTransaction(
        db,
        scope,
        (transaction) => transaction.execute(sql`INSERT INTO scratch_notes VALUES (${workspaceId}, 'no')`),
        'read',
      ),
    ).rejects.toMatchObject({ cause: { cause: { code: '25006' } } })
    const { rows: after } = await workspaceTransaction(db, scope, (transaction) => transaction.execute(identity))
    expect(after).toHaveLength(1)
  })
})
