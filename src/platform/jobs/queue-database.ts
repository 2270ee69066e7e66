import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { AppError } from '../../kernel/app-error.ts'
import type { Database, DatabaseLog, TableChoice, Tx } from '../db/index.ts'
import { ADVISORY_LOCKS, listen, queryIn } from '../db/index.ts'
import type { WaitingJob } from './definition.ts'

type QueueDatabase = NonNullable<ConstructorOptions['db']>

export const SCHEMA = 'pgboss'
/** Key of the jobs that a schedule sends. */
export const CLOCK_KEY = 'cron'

/** The product's pool as the queue's connection. */
export function queueDatabase(db: Database, log: DatabaseLog): QueueDatabase {
  return {
    async executeSql(text, values) {
      const client = await db.pool.connect()
      try {
        const result = await client.query(text, values)
        client.release()
        return result
      } catch (error) {
        // Several statements with their own BEGIN leave a failed transaction open: such a connection is closed.
        client.release(/^\s*BEGIN\b/i.test(text) ? (error as Error) : undefined)
        throw error
      }
    },
    async listen(channel, onNotification, onReconnect) {
      const listener = await listen(db.directPool, channel, { deliver: onNotification, reset: onReconnect, log })
      onReconnect()
      return listener
    },
  }
}

export const inTransaction = (transaction: Tx): QueueDatabase => ({
  executeSql: (text, values) => queryIn(transaction, text, values),
})

/** True when the user of the database may change the queue's tables, or create them. */
export async function ownsQueue(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<{ owns: boolean }>(
    `SELECT coalesce((SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = '${SCHEMA}'),
       has_database_privilege(current_database(), 'CREATE')) AS owns`,
  )
  return rows[0]?.owns ?? false
}

/**
 * Creates the schema before the queue does: `IF NOT EXISTS` fails if another process creates it at the same time, also
 * under the queue's lock, because a connection may remember that there was none.
 */
export async function createQueueSchema(db: Database): Promise<void> {
  await db.pool.query(`DO $$ BEGIN
      IF to_regnamespace('${SCHEMA}') IS NULL THEN CREATE SCHEMA ${SCHEMA}; END IF;
    EXCEPTION WHEN duplicate_schema OR unique_violation THEN NULL;
    END $$`)
}

/**
 * Lets the product's roles send jobs: a transaction of one workspace can add to the queue, but neither read nor change
 * what others have put there. The role that spans workspaces may do everything with rows, and by it a server whose
 * user does not own the tables.
 */
export async function grantQueueRights(db: Database): Promise<void> {
  const roles = 'answerloom_app, answerloom_system'
  const client = await db.pool.connect()
  try {
    // Two processes granting at the same moment would trip over each other.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.queueRights});
      GRANT USAGE ON SCHEMA ${SCHEMA} TO ${roles};
      GRANT SELECT ON ${SCHEMA}.queue TO ${roles};
      GRANT INSERT, SELECT (id, start_after) ON ${SCHEMA}.job, ${SCHEMA}.job_common TO ${roles};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO answerloom_system;
      COMMIT`)
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** Puts running jobs back as if they had not been started. */
export async function returnJobs(db: Database, ids: string[]): Promise<void> {
  await db.pool.query(
    `UPDATE ${SCHEMA}.job SET state = 'retry', started_on = NULL, heartbeat_on = NULL WHERE id = ANY($1::uuid[]) AND state = 'active'`,
    [ids],
  )
}

/**
 * Requeues jobs that a dead process left running, as often as allowed: a job that prevents the start counts as a run.
 * Only safe where no other process can be running them.
 */
export async function returnOrphanedJobs(db: Database): Promise<void> {
  await db.pool.query(
    `UPDATE ${SCHEMA}.job
        SET state = (CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END)::${SCHEMA}.job_state,
            completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END,
            heartbeat_on = NULL
      WHERE state = 'active'`,
  )
}

/** Waiting jobs by queue; queues without any are missing. */
export async function waitingJobs(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<{ name: string; waiting: number }>(
    `SELECT name, count(*)::int AS waiting FROM ${SCHEMA}.job WHERE state < 'active' GROUP BY name`,
  )
  return Object.fromEntries(rows.map(({ name, waiting }) => [name, waiting]))
}

/** Queues of these that have a job to run now. */
export async function queuesWithDueJobs(db: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS queue (name)
     WHERE EXISTS (SELECT FROM ${SCHEMA}.job
       WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= now())`,
    [names],
  )
  return rows.map(({ name }) => name)
}

/** A reader of the queue: a pool, or a connection inside a transaction, which sees its snapshot. */
export type QueueReader = Pick<pg.ClientBase, 'query'>

/** Jobs of these queues that were not done, those that run included. */
export async function unfinishedJobs(reader: QueueReader, names: readonly string[]): Promise<WaitingJob[]> {
  const { rows } = await reader.query<Omit<WaitingJob, 'start_after'> & { start_after: Date }>(
    `SELECT name, data, singleton_key, start_after FROM ${SCHEMA}.job
     WHERE name = ANY($1::text[]) AND state < 'completed' ORDER BY created_on, id`,
    [names],
  )
  return rows.map((row) => ({ ...row, start_after: row.start_after.toISOString() }))
}

/**
 * The same for every queue before the queue is started: scheduled jobs are recognized by their key, internal ones by
 * their name.
 */
export async function allWaitingJobs(reader: QueueReader): Promise<WaitingJob[]> {
  const there = await reader.query<{ there: boolean }>(`SELECT to_regclass('${SCHEMA}.job') IS NOT NULL AS there`)
  if (!there.rows[0]?.there) return []
  const { rows } = await reader.query<{ name: string }>(
    `SELECT DISTINCT name FROM ${SCHEMA}.job
     WHERE state < 'completed' AND singleton_key IS DISTINCT FROM '${CLOCK_KEY}' AND name NOT LIKE '\\_\\_pgboss%'`,
  )
  return unfinishedJobs(
    reader,
    rows.map(({ name }) => name),
  )
}

/**
 * True when the last run of the job with this key failed. A job that was put back without a failure has no output; one
 * that waits for another run counts before one that was sent beside it.
 */
export async function hasFailedLast(db: Database, name: string, key: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ failed: boolean }>(
    `SELECT state IN ('retry', 'failed') AND output IS NOT NULL AS failed FROM ${SCHEMA}.job
     WHERE name = $1 AND singleton_key = $2 ORDER BY state = 'retry' DESC, created_on DESC LIMIT 1`,
    [name, key],
  )
  return rows[0]?.failed ?? false
}

/** Deletes waiting jobs of a queue by their keys. */
export async function withdrawJobs(db: Database, name: string, keys: readonly string[]): Promise<void> {
  await db.pool.query(
    `DELETE FROM ${SCHEMA}.job WHERE name = $1 AND singleton_key = ANY($2::text[]) AND state < 'active'`,
    [name, keys],
  )
}

/** Deletes waiting jobs of every queue whose payload holds these values. */
export async function withdrawJobsOf(db: Database, payload: Record<string, string>): Promise<void> {
  await db.pool.query(`DELETE FROM ${SCHEMA}.job WHERE data @> $1::jsonb AND state < 'active'`, [
    JSON.stringify(payload),
  ])
}

/**
 * Copies the queue when a database is moved: waiting jobs and those that a stopped process left running, for queues
 * that exist in the target. Throws conflict `move.schemas_differ` when the queue has another version.
 */
export async function movedJobs(source: Database, target: Database): Promise<TableChoice[]> {
  const versionOf = async (db: Database): Promise<number | null> => {
    const there = await db.pool.query<{ there: boolean }>(
      `SELECT to_regclass('${SCHEMA}.version') IS NOT NULL AS there`,
    )
    if (!there.rows[0]?.there) return null
    return (await db.pool.query<{ version: number }>(`SELECT version FROM ${SCHEMA}.version`)).rows[0]?.version ?? null
  }
  const [from, to] = [await versionOf(source), await versionOf(target)]
  // A database that no server has run on yet has no queue.
  if (from === null) return []
  if (from !== to)
    throw new AppError(
      'conflict',
      'move.schemas_differ',
      'The job queue is of another version. Start this version once on the database to be moved, stop it, and try again.',
    )
  const { rows } = await target.pool.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.queue ORDER BY name`)
  const names = rows.map(({ name }) => pg.escapeLiteral(name)).join(', ')
  return [
    {
      schema: SCHEMA,
      table: 'job',
      where: `state <= 'active' AND name IN (${names})`,
      instead: {
        state: `CASE WHEN state = 'active' THEN 'retry' ELSE state::text END`,
        started_on: 'NULL',
        heartbeat_on: 'NULL',
      },
    },
  ]
}

export interface QueueOverview {
  queues: { name: string; waiting: number; due: number; running: number; failed: number; oldest_due: Date | null }[]
  failures: { name: string; at: Date; attempts: number; message: string }[]
}

/** Maximum number of reported failures, latest first. */
const FAILURES = 20

/** `due` counts those that could run now; `failed` those that were given up and are still kept, for two days. */
export async function overviewOf(db: Database): Promise<QueueOverview> {
  const [queues, failures] = await Promise.all([
    db.pool.query<QueueOverview['queues'][number]>(
      `SELECT name, count(*) FILTER (WHERE state < 'active')::int AS waiting,
         count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS due,
         count(*) FILTER (WHERE state = 'active')::int AS running,
         count(*) FILTER (WHERE state = 'failed')::int AS failed,
         min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()) AS oldest_due
       FROM ${SCHEMA}.job WHERE state <> 'completed' GROUP BY name ORDER BY due DESC, name`,
    ),
    db.pool.query<QueueOverview['failures'][number]>(
      `SELECT name, completed_on AS at, retry_count + 1 AS attempts, coalesce(output->>'message', '') AS message
       FROM ${SCHEMA}.job WHERE state = 'failed' ORDER BY completed_on DESC NULLS LAST LIMIT ${FAILURES}`,
    ),
  ])
  return { queues: queues.rows, failures: failures.rows }
}
