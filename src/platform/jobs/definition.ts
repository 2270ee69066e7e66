import type { z } from 'zod'

export interface JobRun {
  /** Aborted when the job takes longer than it may, or when the process stops: give up and throw. */
  signal: AbortSignal
  /** 1 for the first run. A run that ended with its process counts here, too. */
  attempt: number
  /** Nothing tries again if this run fails. */
  final: boolean
  jobId: string
}

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** Letters, digits, `_`, `-`, `.` and `/`; also the name of the queue. */
  name: string
  /** Schema of the payload, which is parsed when it is sent and when it runs. A job with `cron` gets `{}`. */
  schema: S
  /** May run twice for one sending, after a crash for instance: a second run must leave the same rows. */
  handler(payload: z.output<S>, run: JobRun): Promise<void>
  /** Retries after a failure, with growing delays; 3 by default. A dead process does not count as a failure. */
  retryLimit?: number
  /** Timeout of a run in seconds; it is aborted and counts as failed. 900 by default. */
  expireInSeconds?: number
  /** Maximum concurrent runs per process; 1 by default. */
  concurrency?: number
  /** When to run by itself, in UTC: five fields, `0 3 * * *`. Once for all processes. */
  cron?: string
}

/** Gives a definition its payload's type. */
export function defineJob<S extends z.ZodType>(definition: JobDefinition<S>): JobDefinition<S> {
  return definition
}

/** A job as it waits, for taking it along to another queue. */
export interface WaitingJob {
  name: string
  data: object
  singleton_key: string | null
  /** ISO 8601. */
  start_after: string
}
