import type { Metrics } from '../platform/http/index.ts'
import type { JobObserver } from '../platform/jobs/index.ts'
import type { Core } from './core.ts'

/** Counts and times the runs of jobs, by job and by what came of them. */
export function jobMeter(metrics: Metrics): JobObserver {
  return (job, status, seconds) => {
    metrics.counter('jobs_run_total', 'Runs of background jobs.', { job, status })()
    metrics.histogram('job_duration_seconds', 'Duration of runs.', { job })(seconds)
  }
}

/** Statistics of the database and the queue that are read for metrics. */
export function watchCore(metrics: Metrics, { db, jobs }: Core): void {
  metrics.gauges('jobs_waiting', 'Jobs that wait, those of the future included.', async () =>
    Object.entries(await jobs.depth()).map(([job, waiting]) => [{ job }, waiting] as const),
  )
  metrics.gauges('database_connections', 'Connections of this process.', async () => [
    [{ state: 'open' }, db.pool.totalCount],
    [{ state: 'idle' }, db.pool.idleCount],
    [{ state: 'awaited' }, db.pool.waitingCount],
  ])
  metrics.gauges('database_slow_statements', 'Statements that took over 200 ms since the start.', async () => [
    [{}, db.watch.slow().reduce((sum, { times }) => sum + times, 0)],
  ])
}
