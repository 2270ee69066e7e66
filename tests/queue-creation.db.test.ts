// Several processes that start on an empty database create the tables of the queue at the same time.
import pg from 'pg'
import { expect, it } from 'vitest'
import { openDatabase } from '../src/platform/db/index.ts'
import { migrateQueue } from '../src/platform/jobs/index.ts'
import { atEnd, testPostgresUrl } from './support/database/database.ts'

/** The lock under which the queue creates its tables. */
const QUEUE_LOCK = `('x' || encode(sha224((current_database() || '.pgboss.pgboss')::bytea), 'hex'))::bit(64)::bigint`
const PROCESSES = 3

it('processes that create the queue at the same time all start', async () => {
  const databaseUrl = await testPostgresUrl()
  const client = new pg.Client(databaseUrl)
  await client.connect()
  atEnd(() => client.end())
  await client.query(`SELECT pg_advisory_lock(${QUEUE_LOCK})`)
  const databases = await Promise.all(
    Array.from({ length: PROCESSES }, () => openDatabase({ databaseUrl, dataDir: '', connections: 1 })),
  )
  for (const database of databases) atEnd(() => database.close())

  // As after other work on the connection: what creating the queue looks up is cached there, and that it is missing.
  const lookups = "CREATE SCHEMA IF NOT EXISTS public; SELECT to_regclass('pgboss.job')"
  for (const { pool } of databases) await pool.query(`SELECT ${QUEUE_LOCK}; ${lookups}`)

  const starts = Promise.allSettled(databases.map(migrateQueue))
  const waiting = async () =>
    (
      await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`,
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 30_000 }).toBe(PROCESSES)
  await client.query(`SELECT pg_advisory_unlock(${QUEUE_LOCK})`)
  expect(await starts).toEqual(databases.map(() => ({ status: 'fulfilled', value: undefined })))
})
