import { expect, it } from 'vitest'
import { z } from 'zod'
import { atEnd, testDatabase } from '../../../tests/support/database.ts'
import { defineJob, startJobs } from './index.ts'

const note = (name: string) => defineJob({ name, schema: z.object({ note: z.string() }), handler: async () => {} })

it('takes back what waits by what its payload holds, of whatever name, and nothing else', async () => {
  const [one, two] = [note('one'), note('two')]
  const jobs = await startJobs(await testDatabase(), [one, two], { work: false })
  atEnd(() => jobs.stop())
  for (const job of [one, two]) for (const note of ['goes', 'stays']) await jobs.send(null, job, { note })
  await jobs.withdrawOf({ note: 'goes' })
  expect(await jobs.depth()).toMatchObject({ one: 1, two: 1 })
  await jobs.withdrawOf({ note: 'goes', name: 'stays' })
  expect(await jobs.depth()).toMatchObject({ one: 1, two: 1 })
})
