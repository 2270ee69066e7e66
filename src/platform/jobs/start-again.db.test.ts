import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database } from '../db/index.ts'
import { defineJob, type JobDefinition, startJobs } from './index.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})

async function startAndStop(job: JobDefinition): Promise<void> {
  const jobs = await startJobs(database, [job], { work: true, checkInterval: 1 })
  await jobs.stop()
}

describe('starting the queue again', () => {
  const stateOfQueue = async (name: string) => {
    const queue = await database.pool.query('SELECT expire_seconds, updated_on FROM pgboss.queue WHERE name = $1', [
      name,
    ])
    const schedule = await database.pool.query('SELECT cron, updated_on FROM pgboss.schedule WHERE name = $1', [name])
    return { queue: queue.rows[0], schedule: schedule.rows[0] }
  }

  it('leaves an unchanged queue and schedule as they are, and applies changes', async () => {
    const job = defineJob({ name: 'nightly', schema: z.object({}), cron: '0 3 * * *', async handler() {} })
    await startAndStop(job)
    const before = await stateOfQueue(job.name)
    await startAndStop(job)
    expect(await stateOfQueue(job.name)).toEqual(before)
    await startAndStop({ ...job, expireInSeconds: 30, cron: '0 4 * * *' })
    const after = await stateOfQueue(job.name)
    expect([after.queue.expire_seconds, after.schedule.cron]).toEqual([30, '0 4 * * *'])
  })
})
