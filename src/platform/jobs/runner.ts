import type { JobResult, JobWithMetadata } from 'pg-boss'
import { type Database, type DatabaseLog, inBackground } from '../db/index.ts'
import { traced } from '../tracing/index.ts'
import type { JobDefinition } from './definition.ts'
import { returnJobs } from './queue-database.ts'

/**
 * Runs that may end because their process died, beyond the failures that a job may have: restarts and updates must not
 * use up a job's chances, and one that takes every process down with it must come to an end.
 */
const DEATHS = 10

export const retryLimitOf = ({ retryLimit = 3 }: JobDefinition): number => retryLimit
export const runLimitOf = (job: JobDefinition): number => retryLimitOf(job) + DEATHS

/** The failures that its row remembers; it forgets them when a process dies. */
const failuresOf = ({ output }: JobWithMetadata): number => {
  const { failures } = (output ?? {}) as { failures?: unknown }
  return typeof failures === 'number' ? failures : 0
}

/** Milliseconds that running jobs may take to finish after a stop before they are aborted. */
const FINISH_LIMIT = 3_000
const ABORT_LIMIT = 2_000

/** Called for every run: the job's name, its result, and its duration in seconds. */
export type JobObserver = (name: string, status: JobResult['status'], seconds: number) => void

const endedAs = ({ status }: JobResult) => ({ attributes: { 'job.status': status }, failed: status !== 'completed' })

/** Runs handlers, and ends them in order when the process stops. */
export class JobRunner {
  #db: Database
  #log: DatabaseLog
  #stopping = new AbortController()
  #abandon = Promise.withResolvers<'abandoned'>()
  #running = 0
  #observe: JobObserver
  #idle: (() => void) | undefined

  constructor(db: Database, log: DatabaseLog, observe: JobObserver = () => {}) {
    this.#observe = observe
    this.#db = db
    this.#log = log
  }

  /** Never throws: what happened to the job is in the result. */
  async run(definition: JobDefinition, job: JobWithMetadata): Promise<JobResult> {
    this.#running++
    const begun = performance.now()
    try {
      const span = { kind: 'consumer' as const, attributes: { 'messaging.destination.name': job.name } }
      const result = await traced(`job ${job.name}`, { ...span, ended: endedAs }, () => this.#attempt(definition, job))
      this.#observe(job.name, result.status, (performance.now() - begun) / 1000)
      return result
    } finally {
      this.#running--
      if (this.#running === 0) this.#idle?.()
    }
  }

  /** Lets jobs finish, then aborts them, then leaves them; those not finished are put back for another process. */
  async stop(): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve
      if (this.#running === 0) resolve()
    })
    const within = async (limit: number) => {
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, limit)
      await Promise.race([idle, timer.promise])
      clearTimeout(timeout)
    }
    await within(FINISH_LIMIT)
    this.#stopping.abort(new Error('the process stops'))
    await within(ABORT_LIMIT)
    this.#abandon.resolve('abandoned')
    await idle
  }

  async #attempt(definition: JobDefinition, job: JobWithMetadata): Promise<JobResult> {
    const parsed = definition.schema.safeParse(job.data)
    if (!parsed.success) {
      // Trying again would not change the payload.
      this.#log('error', 'A job has an invalid payload.', { job: job.name, id: job.id, reason: parsed.error.message })
      return { id: job.id, status: 'deadletter', output: { message: parsed.error.message } }
    }
    const attempt = job.retryCount + 1
    const failures = failuresOf(job) + 1
    const final = failures > retryLimitOf(definition) || job.retryCount >= job.retryLimit
    const signal = AbortSignal.any([job.signal, this.#stopping.signal])
    const run = { signal, attempt, final, jobId: job.id }
    const work = Promise.resolve(inBackground(() => definition.handler(parsed.data, run))).then(
      () => ({ failed: false as const }),
      (error: unknown) => ({ failed: true as const, error }),
    )
    const outcome = await Promise.race([work, this.#abandon.promise])
    if (outcome === 'abandoned' || (outcome.failed && this.#stopping.signal.aborted)) {
      await returnJobs(this.#db, [job.id]).catch((error: unknown) => {
        this.#log('warn', 'A job could not be put back.', { job: job.name, id: job.id, reason: String(error) })
      })
      // No longer running, so this completes nothing.
      return { id: job.id, status: 'completed' }
    }
    if (!outcome.failed) return { id: job.id, status: 'completed' }
    const { error } = outcome
    const message = error instanceof Error ? error.message : String(error)
    this.#log(final ? 'error' : 'warn', 'A job failed.', {
      job: job.name,
      id: job.id,
      attempt,
      reason: error instanceof Error ? (error.stack ?? message) : message,
    })
    return { id: job.id, status: final ? 'deadletter' : 'failed', output: { message, failures } }
  }
}
