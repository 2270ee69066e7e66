import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import type { z } from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import { type Database, type DatabaseLog, mapDatabaseError, type Tx } from '../db/index.ts'
import type { JobDefinition, WaitingJob } from './definition.ts'
import { type WorkerIds, wakeWhenDue } from './due-jobs.ts'
import { oncePerReason } from './once-per-reason.ts'
import {
  CLOCK_KEY,
  createQueueSchema,
  grantQueueRights,
  hasFailedLast,
  inTransaction,
  overviewOf,
  ownsQueue,
  type QueueOverview,
  type QueueReader,
  queueDatabase,
  returnOrphanedJobs,
  SCHEMA,
  unfinishedJobs,
  waitingJobs,
  withdrawJobs,
  withdrawJobsOf,
} from './queue-database.ts'
import { type JobObserver, JobRunner, runLimitOf } from './runner.ts'

export interface SendJobOptions {
  /** At most one waiting job per key; sending another one has no effect. */
  singletonKey?: string
  startAfterSeconds?: number
  /** Waiting jobs of one name run by priority, highest first; 0 by default. */
  priority?: number
}

export interface Jobs {
  /**
   * Queues a job: within `tx` it exists if and only if that commits. Throws invalid `job.invalid` for a payload that the
   * schema refuses.
   */
  send<S extends z.ZodType>(
    transaction: Tx | null,
    job: JobDefinition<S>,
    payload: z.input<S>,
    options?: SendJobOptions,
  ): Promise<void>
  /** Takes back jobs that still wait, by their keys; those that run go on. */
  withdraw(job: JobDefinition, singletonKeys: readonly string[]): Promise<void>
  /** Cancels every waiting job whose payload contains these values, regardless of its name. */
  withdrawOf(payload: Record<string, string>): Promise<void>
  /**
   * Every job that waits or runs and was sent by the program, not by the clock; as a transaction sees them whose
   * connection is given.
   */
  waiting(reader?: QueueReader): Promise<WaitingJob[]>
  /** Queues jobs again that waited elsewhere; those whose name is no longer known are left out. @returns how many */
  resume(jobs: readonly WaitingJob[]): Promise<number>
  /** True when the last run of the job with this key failed, whether or not it is run again. */
  isFailing(job: JobDefinition, singletonKey: string): Promise<boolean>
  /** Waiting jobs by name, those of the future included. */
  depth(): Promise<Record<string, number>>
  /** Queue status for operators: queues with jobs, and the latest jobs that failed for good. */
  overview(): Promise<QueueOverview>
  /** The queue answers and has not been stopped. */
  healthy(): Promise<boolean>
  /** Lets running jobs finish for a moment, aborts them, and puts back what is left for another process. */
  stop(): Promise<void>
}

/** In seconds. A worker that died is noticed when its heartbeat is missing. */
const HEARTBEAT = 20
const CHECK_INTERVAL = 10
const CLOCK_POLL = 2
/** Workers are woken when a job is sent or becomes due; in case that fails, they look by themselves. */
const WORKER_POLL = 60
const HEALTH_LIMIT_MS = 5_000
/** Work of the clock goes before what piled up in its queue. */
const SCHEDULE_OPTIONS = { singletonKey: CLOCK_KEY, priority: 10 }

/** Creates the queue's tables, or brings them up to date, as their owner. Throws unavailable `database.unavailable`. */
export async function migrateQueue(db: Database): Promise<void> {
  const options = { supervise: false, schedule: false, useListenNotify: false }
  const boss = new PgBoss({ db: queueDatabase(db, () => {}), schema: SCHEMA, backend: db.kind, ...options })
  boss.on('error', () => {})
  try {
    await createQueueSchema(db)
    await boss.start()
    await grantQueueRights(db)
  } catch (error) {
    throw mapDatabaseError(error)
  } finally {
    await boss.stop({ graceful: false }).catch(() => undefined)
  }
}

export interface JobOptions {
  /** Runs jobs and the clock in this process; without it, the process only sends. */
  work: boolean
  log?: DatabaseLog
  observe?: JobObserver
  /** Seconds between two checks for workers that died, and between two looks at the clock; 10 by default. */
  checkInterval?: number
}

/** Starts the queue, and with `work` the running of jobs and of the clock. Throws unavailable `database.unavailable`. */
export async function startJobs(db: Database, jobs: JobDefinition[], options: JobOptions): Promise<Jobs> {
  const { work, log = () => {}, checkInterval = CHECK_INTERVAL } = options
  const known = new Map(jobs.map((job) => [job.name, job]))
  if (known.size !== jobs.length) throw new Error('Two jobs have the same name.')
  const isOwner = await ownsQueue(db).catch((error: unknown) => {
    throw mapDatabaseError(error)
  })
  const boss = new PgBoss({
    db: queueDatabase(db, log),
    schema: SCHEMA,
    backend: db.kind,
    migrate: isOwner,
    supervise: work,
    schedule: work,
    useListenNotify: work,
    superviseIntervalSeconds: checkInterval,
    monitorIntervalSeconds: checkInterval,
    cronMonitorIntervalSeconds: checkInterval,
    cronWorkerIntervalSeconds: CLOCK_POLL,
  })
  const reportOnce = oncePerReason((reason) => log('error', 'The job queue reports an error.', { reason }))
  boss.on('error', (error) => reportOnce(error.message))
  boss.on('warning', (warning) => log('warn', 'The job queue warns.', { reason: warning.message }))
  const runner = new JobRunner(db, log, options.observe)
  let clock: { stop(): Promise<void> } | undefined
  try {
    if (isOwner) await createQueueSchema(db)
    await boss.start()
    if (isOwner) await grantQueueRights(db)
    // Only this process uses the data folder, so jobs marked as running are not running elsewhere.
    if (db.kind === 'pglite') await returnOrphanedJobs(db)
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const job of jobs) await prepareQueue(boss, job, queues.get(job.name))
    if (work) {
      const workers = await startWork(boss, jobs, runner)
      clock = wakeWhenDue(db, workers, { wake: (id) => boss.notifyWorker(id), onError: reportOnce })
    }
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw mapDatabaseError(error)
  }

  let stopped: Promise<void> | undefined
  return {
    async send(transaction, job, payload, sendOptions = {}) {
      if (!known.has(job.name)) throw new Error(`The job ${job.name} was not given to startJobs.`)
      const data = parse(job, payload)
      const { singletonKey = randomUUID(), startAfterSeconds, priority = 0 } = sendOptions
      try {
        await boss.send(job.name, data, {
          singletonKey,
          priority,
          ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
          ...(transaction ? { db: inTransaction(transaction) } : {}),
        })
      } catch (error) {
        throw mapDatabaseError(error)
      }
    },
    async withdraw(job, singletonKeys) {
      try {
        await withdrawJobs(db, job.name, singletonKeys)
      } catch (error) {
        throw mapDatabaseError(error)
      }
    },
    async withdrawOf(payload) {
      try {
        await withdrawJobsOf(db, payload)
      } catch (error) {
        throw mapDatabaseError(error)
      }
    },
    async waiting(reader = db.pool) {
      const clocks = jobs.filter(({ cron }) => cron).map(({ name }) => name)
      const sent = jobs.map(({ name }) => name).filter((name) => !clocks.includes(name))
      return unfinishedJobs(reader, sent)
    },
    async resume(taken) {
      const ours = taken.filter(({ name }) => known.has(name))
      for (const { name, data, singleton_key, start_after } of ours)
        await boss.send(name, data, { singletonKey: singleton_key ?? randomUUID(), startAfter: new Date(start_after) })
      return ours.length
    },
    async isFailing(job, singletonKey) {
      try {
        return await hasFailedLast(db, job.name, singletonKey)
      } catch (error) {
        throw mapDatabaseError(error)
      }
    },
    async depth() {
      return { ...Object.fromEntries(jobs.map(({ name }) => [name, 0])), ...(await waitingJobs(db)) }
    },
    overview: () => overviewOf(db),
    async healthy() {
      if (stopped) return false
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => late.resolve(false), HEALTH_LIMIT_MS)
      const answers = db.pool.query(`SELECT version FROM ${SCHEMA}.version`).then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      )
      return Promise.race([answers, late.promise]).finally(() => clearTimeout(timer))
    },
    stop() {
      stopped ??= Promise.all([clock?.stop(), boss.stop({ timeout: 10_000 }), runner.stop()]).then(() => undefined)
      return stopped
    },
  }
}

/**
 * Creates the queue of a job, or changes its options, unless it is already as it should be. With the policy `short`, one
 * job per key waits at most; a job without a key gets one of its own. Reading once puts a changed queue into pg-boss'
 * cache, which holds the others since its start: a look-up during `send` would go through the pool, which waits for the
 * open transaction.
 */
async function prepareQueue(boss: PgBoss, job: JobDefinition, existing: QueueResult | undefined): Promise<void> {
  const options = {
    retryLimit: runLimitOf(job),
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: job.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT,
    deleteAfterSeconds: 2 * 24 * 3600,
    notify: true,
  }
  if (existing && isDeepStrictEqual({ ...existing, ...options }, existing)) return
  await boss.createQueue(job.name, { ...options, policy: 'short' })
  await boss.updateQueue(job.name, options)
  await boss.findJobs(job.name, { id: randomUUID() })
}

async function startWork(boss: PgBoss, jobs: JobDefinition[], runner: JobRunner): Promise<WorkerIds> {
  const workers = new Map<string, string[]>()
  for (const job of jobs) {
    const ids: string[] = []
    for (let index = 0; index < (job.concurrency ?? 1); index++) ids.push(await startWorker(boss, job, runner))
    workers.set(job.name, ids)
  }
  const scheduled = new Set(jobs.filter(({ cron }) => cron).map(({ name }) => name))
  const schedules = await boss.getSchedules()
  for (const { name, key } of schedules) if (!scheduled.has(name)) await boss.unschedule(name, key)
  for (const job of jobs) {
    if (!job.cron) continue
    const schedule = { cron: job.cron, data: parse(job, {}), options: SCHEDULE_OPTIONS }
    const existing = schedules.find(({ name, key }) => name === job.name && key === '')
    if (existing && isDeepStrictEqual({ ...existing, ...schedule }, existing)) continue
    await boss.schedule(job.name, job.cron, schedule.data, schedule.options)
  }
  return workers
}

async function startWorker(boss: PgBoss, job: JobDefinition, runner: JobRunner): Promise<string> {
  let worker = ''
  worker = await boss.work(
    job.name,
    {
      // One job per fetch: a slow one must not hold up others that were fetched along with it.
      batchSize: 1,
      pollingIntervalSeconds: WORKER_POLL,
      notifyPollingIntervalSeconds: WORKER_POLL,
      includeMetadata: true,
      perJobResults: true,
    },
    async (batch: JobWithMetadata[]) => {
      const results = await Promise.all(batch.map((one) => runner.run(job, one)))
      // There may be more: without this the next fetch would wait for the poll.
      boss.notifyWorker(worker)
      return results
    },
  )
  return worker
}

/** Returns what goes into the row: the input, which the schema accepted, so that it is read the same way when it runs. */
function parse(job: JobDefinition, payload: unknown): object {
  const parsed = job.schema.safeParse(payload)
  if (parsed.success && typeof payload === 'object' && payload !== null) return payload
  const reason = parsed.success ? 'it is not an object' : parsed.error.message
  throw new AppError('invalid', 'job.invalid', `The payload of the job ${job.name} is invalid: ${reason}`)
}
