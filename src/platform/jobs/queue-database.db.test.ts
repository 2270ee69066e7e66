import { expect, it } from 'vitest'
import { z } from 'zod'
import { atEnd, testDatabase } from '../../../tests/support/database/database.ts'
import { allWaitingJobs, defineJob, startJobs } from './index.ts'

const note = (name: string) => defineJob({ name, schema: z.object({ note: z.string() }), handler: async () => {} })

it('waiting jobs of any name are removed by values in their payload', async () => {
  const [one, two] = [note('one'), note('two')]
  const jobs = await startJobs(await testDatabase(), [one, two], { work: false })
  atEnd(() => jobs.stop())
  for (const job of [one, two]) for (const note of ['goes', 'stays']) await jobs.send(null, job, { note })
  await jobs.withdrawOf({ note: 'goes' })
  expect(await jobs.depth()).toMatchObject({ one: 1, two: 1 })
  await jobs.withdrawOf({ note: 'goes', name: 'stays' })
  expect(await jobs.depth()).toMatchObject({ one: 1, two: 1 })
})

it('waiting jobs are counted, also without a started queue and without scheduled ones', async () => {
  const db = await testDatabase()
  expect(await allWaitingJobs(db.pool)).toEqual([])
  const clock = defineJob({ name: 'clock', schema: z.object({}), handler: async () => {}, cron: '* * * * *' })
  const one = note('one')
  const jobs = await startJobs(db, [one, clock], { work: false })
  atEnd(() => jobs.stop())
  await jobs.send(null, one, { note: 'waits' }, { singletonKey: 'key' })
  await jobs.send(null, clock, {}, { singletonKey: 'cron' })
  const waiting = { name: 'one', data: { note: 'waits' }, singleton_key: 'key', start_after: expect.any(String) }
  expect(await allWaitingJobs(db.pool)).toEqual([waiting])
})

it('the queue reports whether the last run of a key failed', async () => {
  let isBroken = true
  const fragile = defineJob({
    name: 'fragile',
    schema: z.object({}),
    retryLimit: 0,
    handler: async () => {
      if (isBroken) throw new Error('Broken.')
    },
  })
  const jobs = await startJobs(await testDatabase(), [fragile], { work: true })
  atEnd(() => jobs.stop())
  const isFailing = () => jobs.isFailing(fragile, 'key')
  expect(await isFailing()).toBe(false)
  await jobs.send(null, fragile, {}, { singletonKey: 'key' })
  await expect.poll(isFailing, { timeout: 10_000 }).toBe(true)
  expect(await jobs.isFailing(fragile, 'other')).toBe(false)
  isBroken = false
  await jobs.send(null, fragile, {}, { singletonKey: 'key' })
  await expect.poll(isFailing, { timeout: 10_000 }).toBe(false)
})
