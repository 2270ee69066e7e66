import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, testEmbedded } from '../../../../tests/support/database/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { copyDatabase, type Database } from '../index.ts'

const options = { also: [], mustBeEmpty: ['users', 'workspaces'] }

const KINDS = `CREATE TABLE scratch_kinds (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word text, doubled text GENERATED ALWAYS AS (word || word) STORED,
    number numeric, exact double precision, at timestamptz, day date, how interval, yes boolean, raw bytea,
    tree jsonb, words text[], ids uuid[], parent bigint REFERENCES scratch_kinds (no));
  CREATE TABLE scratch_keyless (word text, other text);
  CREATE FUNCTION scratch_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'by the trigger'; END $$;
  CREATE TRIGGER scratch_refused BEFORE INSERT ON scratch_keyless FOR EACH ROW WHEN (new.other = 'triggered') EXECUTE FUNCTION scratch_refuse()`

let source: Database
let target: Database

/** Two rows that depend on each other. */
async function addWorkspace(db: Database, subdomain: string): Promise<void> {
  const [user, workspace] = [newId(), newId()]
  await db.pool.query('INSERT INTO users (id, name, email) VALUES ($1, $2, $3)', [
    user,
    'Ada',
    `${subdomain}@example.test`,
  ])
  await db.pool.query('INSERT INTO workspaces (id, name, subdomain, billing_user_id) VALUES ($1, $2, $3, $4)', [
    workspace,
    'Woven',
    subdomain,
    user,
  ])
}

beforeEach(async () => {
  source = await testEmbedded()
  target = await testDatabase()
  for (const db of [source, target]) await db.pool.query(KINDS)
  await source.pool.query(
    `INSERT INTO scratch_kinds (word, number, exact, at, day, how, yes, raw, tree, words, ids, parent) VALUES
      ('it''s “quoted”,\\{}' || chr(10), 1.10, 0.1::float8 + 0.2::float8, '2026-03-29 01:30:00.123456+01', '2024-02-29',
        '1 year 2 days 03:04:05', true, '\\x00ff', '{"b": [1, null, "ü"], "a": {}}', '{a,NULL,"b,c",""}', '{}', 2),
      (NULL, 'NaN', '-Infinity', 'infinity', NULL, NULL, false, '', 'null', NULL, ARRAY['${newId()}']::uuid[], 1),
      ('', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL)`,
  )
  await source.pool.query('ALTER TABLE scratch_keyless DISABLE TRIGGER USER')
  await source.pool.query("INSERT INTO scratch_keyless VALUES ('a', 'triggered'), ('a', 'triggered'), (NULL, NULL)")
  await addWorkspace(source, 'woven')
})

const everything = (db: Database, table: string) =>
  db.pool.query(`SELECT * FROM ${table} ORDER BY 1`).then(({ rows }) => rows as Record<string, unknown>[])

describe('copying a database', () => {
  it('copies every kind of value, regardless of dependencies between rows, triggers and row-level security', async () => {
    const told: string[] = []
    const copied = await copyDatabase(source, target, { ...options, progress: (table) => told.push(table) })
    expect(copied).toEqual({ tables: told.length, rows: 8 })
    expect(told).toEqual(
      expect.arrayContaining(['scratch_kinds', 'scratch_keyless', 'workspaces', 'search_entries', 'users']),
    )
    for (const table of ['scratch_kinds', 'scratch_keyless', 'workspaces'])
      expect(await everything(target, table)).toEqual(await everything(source, table))
  })

  it('keeps sequences, triggers, foreign keys and row-level security', async () => {
    const guards = async () => {
      const { rows } = await target.pool.query(
        `SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated)::int AS keys,
          (SELECT count(*) FROM pg_class WHERE relforcerowsecurity)::int AS forced,
          (SELECT count(*) FROM pg_trigger WHERE tgenabled = 'O')::int AS triggers`,
      )
      return rows[0]
    }
    const before = await guards()
    await copyDatabase(source, target, options)
    expect(await guards()).toEqual(before)
    const { rows } = await target.pool.query("INSERT INTO scratch_kinds (word) VALUES ('next') RETURNING no")
    expect(Number(rows[0]?.no)).toBe(4)
    await expect(target.pool.query("INSERT INTO scratch_keyless VALUES ('b', 'triggered')")).rejects.toThrow(
      'by the trigger',
    )
    await expect(target.pool.query('UPDATE scratch_kinds SET parent = 99')).rejects.toMatchObject({ code: '23503' })
  })

  it('copies many rows of any size', async () => {
    await source.pool.query(
      'INSERT INTO scratch_keyless SELECT repeat(i::text, 1000), i FROM generate_series(1, 3000) i',
    )
    await source.pool.query("INSERT INTO scratch_keyless SELECT repeat('x', 3000000), i FROM generate_series(1, 4) i")
    expect(await copyDatabase(source, target, options)).toMatchObject({ rows: 3_012 })
    const { rows } = await target.pool.query(
      'SELECT count(*)::int AS n, sum(length(word))::int AS long FROM scratch_keyless',
    )
    const { rows: there } = await source.pool.query(
      'SELECT count(*)::int AS n, sum(length(word))::int AS long FROM scratch_keyless',
    )
    expect(rows).toEqual(there)
  })

  it('copies the selected part of another schema, converted', async () => {
    for (const db of [source, target])
      await db.pool.query(
        'CREATE SCHEMA scratch_queue; CREATE TABLE scratch_queue.jobs (id int PRIMARY KEY, state text)',
      )
    await source.pool.query("INSERT INTO scratch_queue.jobs VALUES (1, 'done'), (2, 'running'), (3, 'waiting')")
    await target.pool.query("INSERT INTO scratch_queue.jobs VALUES (9, 'waiting')")
    const jobs = {
      schema: 'scratch_queue',
      table: 'jobs',
      where: "state <> 'done'",
      instead: { state: "CASE state WHEN 'running' THEN 'again' ELSE state END" },
    }
    await copyDatabase(source, target, { ...options, also: [jobs] })
    expect(await everything(target, 'scratch_queue.jobs')).toEqual([
      { id: 2, state: 'again' },
      { id: 3, state: 'waiting' },
    ])
  })

  it('refuses a target of another version or with data', async () => {
    await source.pool.query('CREATE TABLE scratch_more (id int)')
    const refused = { kind: 'conflict', code: 'move.schemas_differ', message: expect.stringContaining('scratch_more') }
    await expect(copyDatabase(source, target, options)).rejects.toMatchObject(refused)
    await source.pool.query('DROP TABLE scratch_more')
    await target.pool.query("INSERT INTO applied_migrations VALUES ('9999_newer', '')")
    await expect(copyDatabase(source, target, options)).rejects.toMatchObject({ code: 'move.schemas_differ' })
    await target.pool.query("DELETE FROM applied_migrations WHERE name = '9999_newer'")
    await addWorkspace(target, 'theirs')
    await expect(copyDatabase(source, target, options)).rejects.toMatchObject({ code: 'move.target_not_empty' })
    expect(await everything(target, 'scratch_kinds')).toEqual([])
  })

  it('leaves nothing when a row was not copied exactly', async () => {
    await target.pool.query(
      `CREATE FUNCTION scratch_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.other := 'changed'; RETURN new; END $$;
       CREATE TRIGGER scratch_changed BEFORE INSERT ON scratch_keyless FOR EACH ROW EXECUTE FUNCTION scratch_change();
       ALTER TABLE scratch_keyless ENABLE ALWAYS TRIGGER scratch_changed`,
    )
    await expect(copyDatabase(source, target, options)).rejects.toThrow(/scratch_keyless was not copied as it is/)
    expect(await everything(target, 'workspaces')).toEqual([])
    await target.pool.query('DROP TRIGGER scratch_changed ON scratch_keyless')
    expect(await copyDatabase(source, target, options)).toMatchObject({ rows: 8 })
  })
})
