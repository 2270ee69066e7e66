import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { newId } from '../../kernel/ids.ts'
import { poolFor } from '../db/background-pool.ts'
import { type Database, systemTransaction, workspaceTransaction } from '../db/index.ts'
import { defineJob, type JobDefinition, type Jobs, startJobs } from './index.ts'

const scope = { workspaceId: newId(), userId: null }
const Note = z.object({ note: z.string() })
let db: Database
let running: Jobs[] = []
let count = 0
/** A job that remembers its runs; `handle` decides how each ends. */
function recorded(
  handle: JobDefinition<typeof Note>['handler'] = async () => {},
  rest: Partial<JobDefinition<typeof Note>> = {},
) {
  const runs: string[] = []
  const waiting: { upTo: number; resolve: () => void }[] = []
  const job = defineJob({
    name: `job-${++count}`,
    schema: Note,
    async handler(payload, run) {
      runs.push(payload.note)
      for (const { upTo, resolve } of waiting) if (runs.length >= upTo) resolve()
      await handle(payload, run)
    },
    ...rest,
  })
  const ran = (upTo: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ upTo, resolve })
      if (runs.length >= upTo) resolve()
    })
  return { job, runs, ran }
}

async function start(jobs: JobDefinition[], work = true): Promise<Jobs> {
  const started = await startJobs(db, jobs, { work, checkInterval: 1 })
  running.push(started)
  return started
}

beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(() => {
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
})

it('jobs run in the background, so that requests go first', async () => {
  const pools: unknown[] = []
  const { job, ran } = recorded(async () => void pools.push(poolFor(db)))
  const jobs = await start([job])
  await jobs.send(null, job, { note: 'unhurried' })
  await ran(1)
  expect(pools).toEqual([db.backgroundPool])
  expect(poolFor(db)).toBe(db.pool)
})

describe('sending a job', () => {
  it('happens with the transaction, in both roles, and without one', async () => {
    const { job, runs, ran } = recorded()
    const jobs = await start([job])
    await workspaceTransaction(db, scope, (transaction) => jobs.send(transaction, job, { note: 'workspace' }))
    await systemTransaction(db, (transaction) => jobs.send(transaction, job, { note: 'system' }))
    await jobs.send(null, job, { note: 'alone' })
    await ran(3)
    expect(runs.toSorted()).toEqual(['alone', 'system', 'workspace'])
  })

  it('has no effect when the transaction fails', async () => {
    const { job, runs, ran } = recorded()
    const jobs = await start([job])
    const failing = workspaceTransaction(db, scope, async (transaction) => {
      await jobs.send(transaction, job, { note: 'undone' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await jobs.send(null, job, { note: 'after' })
    await ran(1)
    expect(runs).toEqual(['after'])
    expect((await db.pool.query('SELECT 1 FROM pgboss.job WHERE name = $1', [job.name])).rowCount).toBe(1)
  })

  it('refuses an invalid payload', async () => {
    const { job } = recorded()
    const jobs = await start([job], false)
    const wrong = { note: 7 } as unknown as { note: string }
    await expect(jobs.send(null, job, wrong)).rejects.toMatchObject({ kind: 'invalid', code: 'job.invalid' })
  })

  it('does nothing for a key while another job with that key is waiting', async () => {
    const { job, runs, ran } = recorded()
    const sender = await start([job], false)
    for (const note of ['1', '2', '3']) {
      await workspaceTransaction(db, scope, (transaction) =>
        sender.send(transaction, job, { note }, { singletonKey: 'same' }),
      )
    }
    await sender.send(null, job, { note: 'other' }, { singletonKey: 'other' })
    await sender.send(null, job, { note: 'a' })
    await sender.send(null, job, { note: 'b' })
    expect(await sender.depth()).toMatchObject({ [job.name]: 4 })
    const jobs = await start([job])
    await ran(4)
    expect(runs).toEqual(['1', 'other', 'a', 'b'])
    await jobs.send(null, job, { note: 'again' }, { singletonKey: 'same' })
    await ran(5)
  })

  it('does not show a workspace the jobs of others', async () => {
    const { job } = recorded()
    const jobs = await start([job], false)
    await jobs.send(null, job, { note: 'secret' })
    for (const statement of [
      'SELECT data FROM pgboss.job',
      'DELETE FROM pgboss.job',
      "UPDATE pgboss.job SET state = 'cancelled'",
    ]) {
      const looking = workspaceTransaction(db, scope, (transaction) => transaction.execute(statement))
      await expect(looking).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })
})

describe('running jobs', () => {
  it('is not done by a process that only sends', async () => {
    const { job, runs, ran } = recorded()
    const sender = await start([job], false)
    await sender.send(null, job, { note: 'first' })
    await sender.send(null, job, { note: 'second' })
    expect(await sender.depth()).toEqual(expect.objectContaining({ [job.name]: 2 }))
    expect(runs).toEqual([])
    const worker = await start([job])
    await ran(2)
    expect(await worker.healthy()).toBe(true)
  })

  it('repeats a failed job up to its limit', async () => {
    const attempts: number[] = []
    const { job, ran } = recorded(
      async (_payload, { attempt }) => {
        attempts.push(attempt)
        throw new Error('not yet')
      },
      { retryLimit: 1 },
    )
    const jobs = await start([job])
    await jobs.send(null, job, { note: 'x' })
    await ran(2)
    await expect.poll(() => stateOf(job.name), { timeout: 10_000 }).toBe('failed')
    expect(attempts).toEqual([1, 2])
  })

  it('does not repeat a job whose payload is no longer valid', async () => {
    const { job, runs } = recorded()
    const sender = await start([job], false)
    await sender.send(null, job, { note: 'old' })
    await start([defineJob({ ...job, schema: z.object({ title: z.string() }), handler: async () => {} })])
    await expect.poll(() => stateOf(job.name), { timeout: 10_000 }).toBe('failed')
    expect(runs).toEqual([])
  })

  it('processes a backlog without pauses, with the configured concurrency', async () => {
    let atOnce = 0
    let most = 0
    const { job, runs, ran } = recorded(
      async () => {
        most = Math.max(most, ++atOnce)
        await new Promise((resolve) => setImmediate(resolve))
        atOnce--
      },
      { concurrency: 3 },
    )
    const sender = await start([job], false)
    // At one poll every two seconds this would take minutes.
    for (let index = 0; index < 60; index++) await sender.send(null, job, { note: String(index) })
    await start([job])
    await ran(60)
    expect(new Set(runs).size).toBe(60)
    expect(most).toBeLessThanOrEqual(3)
  })

  it('starts scheduled jobs despite a backlog of other jobs and of its own', async () => {
    const gate = Promise.withResolvers<void>()
    const blocked = recorded(() => gate.promise)
    const tick = recorded(async () => {})
    const clock = defineJob({ ...tick.job, schema: z.object({ note: z.string().default('clock') }), cron: '* * * * *' })
    const sender = await start([blocked.job, clock], false)
    for (let index = 0; index < 50; index++) await sender.send(null, blocked.job, { note: String(index) })
    for (let index = 0; index < 50; index++)
      await sender.send(null, clock, { note: String(index) }, { startAfterSeconds: 3600 })
    await start([blocked.job, clock])
    await tick.ran(1)
    expect(tick.runs).toEqual(['clock'])
    expect(blocked.runs).toHaveLength(1)
    gate.resolve()
  }, 90_000)
})

describe('a process that was killed', () => {
  // The row of a job a minute after its worker died.
  const orphan = (name: string, also = '') =>
    db.pool.query(
      `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '60s', heartbeat_on = now() - interval '60s'
        ${also} WHERE name = $1`,
      [name],
    )

  it('leaves its job to the next one', async () => {
    const { job, runs, ran } = recorded()
    const sender = await start([job], false)
    await sender.send(null, job, { note: 'orphan' })
    await orphan(job.name)
    await start([job])
    await ran(1)
    expect(runs).toEqual(['orphan'])
  })

  it('does not use up an attempt of its job', async () => {
    const seen: { attempt: number; final: boolean }[] = []
    const { job } = recorded(
      async (_payload, { attempt, final }) => {
        seen.push({ attempt, final })
        throw new Error('not yet')
      },
      { retryLimit: 1 },
    )
    const sender = await start([job], false)
    await sender.send(null, job, { note: 'x' })
    await orphan(job.name, ', retry_count = 1')
    await start([job])
    await expect.poll(() => stateOf(job.name), { timeout: 30_000 }).toBe('failed')
    expect(seen).toEqual([
      { attempt: 3, final: false },
      { attempt: 4, final: true },
    ])
  }, 40_000)

  it('ends a job that repeatedly caused it', async () => {
    const { job, runs } = recorded()
    const sender = await start([job], false)
    await sender.send(null, job, { note: 'deadly' })
    await orphan(job.name, ', retry_count = retry_limit')
    await start([job])
    await expect.poll(() => stateOf(job.name), { timeout: 30_000 }).toBe('failed')
    expect(runs).toEqual([])
  }, 40_000)
})

describe('stopping the queue', () => {
  it('aborts unfinished jobs and puts them back, without counting the run', async () => {
    const started = Promise.withResolvers<void>()
    const attempts: number[] = []
    const { job } = recorded(
      async (_payload, { signal, attempt }) => {
        attempts.push(attempt)
        started.resolve()
        if (attempts.length > 1) return
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      { retryLimit: 0 },
    )
    const first = await start([job])
    await first.send(null, job, { note: 'long' })
    await started.promise
    await first.stop()
    expect(await first.healthy()).toBe(false)
    expect(await stateOf(job.name)).toBe('retry')
    await start([job])
    await expect.poll(() => stateOf(job.name), { timeout: 10_000 }).toBe('completed')
    expect(attempts).toEqual([1, 1])
  })

  it('waits for jobs that finish in time', async () => {
    const started = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const { job } = recorded(async () => {
      started.resolve()
      await gate.promise
    })
    const jobs = await start([job])
    await jobs.send(null, job, { note: 'short' })
    await started.promise
    const stopped = jobs.stop()
    gate.resolve()
    await stopped
    expect(await stateOf(job.name)).toBe('completed')
  })
})

async function stateOf(name: string): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ state: string }>('SELECT state FROM pgboss.job WHERE name = $1', [name])
  return rows[0]?.state
}
