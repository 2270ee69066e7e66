import { statfs } from 'node:fs/promises'
import { readBackupStatus } from '../features/operations/server/index.ts'
import type { Metrics } from '../platform/http/index.ts'
import type { JobObserver } from '../platform/jobs/index.ts'
import type { Core } from './core.ts'
import { backupHealth } from './scheduled-backup.ts'

/** Counts and times the runs of jobs, by job and by what came of them. */
export function jobMeter(metricsRegistry: Metrics): JobObserver {
  return (jobName, jobStatus, durationSeconds) => {
    metricsRegistry.counter('jobs_run_total', 'Runs of background jobs.', { job_name: jobName, status: jobStatus })()
    metricsRegistry.histogram('job_duration_seconds', 'Duration of runs.', { job_name: jobName })(durationSeconds)
  }
}

function watchReplica(metricsRegistry: Metrics, { replica }: Core['db']): void {
  if (!replica) return
  const metricHelp = "Visitors' reads that the replica may serve, by the server that did."
  const counters = {
    replica: metricsRegistry.counter('database_visitor_reads_total', metricHelp, { server: 'replica' }),
    primary: metricsRegistry.counter('database_visitor_reads_total', metricHelp, { server: 'primary' }),
  }
  replica.onRead = (readServer) => counters[readServer]()
  metricsRegistry.gauge('database_replica_in_use', '1 while visitors read from the replica.', () =>
    Number(replica.problem === null),
  )
  metricsRegistry.gauges('database_replica_lag_seconds', 'Age of what the replica is known to have.', async () =>
    replica.lagSeconds === null ? [] : [[{}, replica.lagSeconds]],
  )
}

/** Statistics of the database and the queue that are read for metrics. */
export function watchCore(metricsRegistry: Metrics, { config, db, events, jobs }: Core): void {
  // Only the process that records a question counts it, so that the sum over all processes is right.
  events.within('question.created', async (_transaction, { outcome }) =>
    metricsRegistry.counter('questions_total', 'Questions of visitors.', { outcome })(),
  )
  metricsRegistry.gauges(
    'jobs_oldest_due_seconds',
    'How long the oldest job has been due that waits for its run.',
    async () => {
      const currentTime = Date.now()
      const { queues } = await jobs.overview()
      return queues.flatMap(({ name, oldest_due: due }) =>
        due ? [[{ job_name: name }, Math.max(0, (currentTime - due.getTime()) / 1000)] as const] : [],
      )
    },
  )
  metricsRegistry.gauges('data_dir_free_bytes', 'Free space of the disk with DATA_DIR.', async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return [[{}, bavail * bsize]]
  })
  metricsRegistry.gauges('jobs_waiting', 'Jobs that wait, those of the future included.', async () =>
    Object.entries(await jobs.depth()).map(([name, waiting]) => [{ job_name: name }, waiting] as const),
  )
  metricsRegistry.gauges('database_connections', 'Connections of this process.', async () => [
    [{ state: 'open' }, db.pool.totalCount],
    [{ state: 'idle' }, db.pool.idleCount],
    [{ state: 'awaited' }, db.pool.waitingCount],
  ])
  metricsRegistry.gauges('database_slow_statements', 'Statements that took over 200 ms since the start.', async () => [
    [{}, db.watch.slow().reduce((statementSum, { times }) => statementSum + times, 0)],
  ])
  watchReplica(metricsRegistry, db)
  if (config.backups.schedule === null) return
  const backupState = async () => backupHealth(config.backups, await readBackupStatus(db), new Date())
  metricsRegistry.gauges('backup_last_success_timestamp_seconds', 'Time of the last verified backup.', async () => {
    const { goodAt } = await backupState()
    return goodAt ? [[{}, goodAt.getTime() / 1000]] : []
  })
  metricsRegistry.gauges('backup_failing', 'The last scheduled backup failed, or one is overdue.', async () => {
    const { hasFailed, isOverdue } = await backupState()
    return [
      [{ reason: 'failed' }, Number(hasFailed)],
      [{ reason: 'overdue' }, Number(isOverdue)],
    ]
  })
}
