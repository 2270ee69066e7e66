import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Events } from '../../../../platform/events/index.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../../../platform/jobs/index.ts'
import { inTransaction, jobContext } from '../../../workspaces/server/index.ts'
import type { LoopServices } from '../loop-services.ts'
import { runAnswerTests } from './run-answer-tests.ts'

export interface AnswerTestJobs {
  jobs: JobDefinition[]
  follow(events: Events): void
}

/** Seconds after a change of the content: many come at once. */
const RERUN_AFTER = 60
/** Seconds between two runs of one workspace where more is due than one run asks. */
const NEXT_RUN_AFTER = 300
/** Minimum seconds between runs of a test after content changes, when a model writes answers. */
const MODEL_EVERY = 3600
const EXPIRES = 3600

const inWorkspace = z.object({ workspace_id: z.uuid() })

/** Makes every test due after a change of the content; those that a model answers at most once an hour. */
export const makeTestsDue = (services: LoopServices, workspaceId: string): Promise<void> =>
  inTransaction(jobContext(services.workspaces, workspaceId), async ({ tx }) => {
    const every = services.answering.generate === null ? 0 : MODEL_EVERY
    await tx.execute(
      sql`update answer_tests
          set due_at = least(due_at, greatest(now(), coalesce(ran_at, now()) + make_interval(secs => ${every}::int)))
          where workspace_id = ${workspaceId}`,
    )
  })

async function hasTests(transaction: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select from answer_tests where workspace_id = ${workspaceId} limit 1`)
  return rows.length > 0
}

/** Runs tests on request, and after changes of content or instructions. */
export function answerTestJobs(services: LoopServices, queue: () => Jobs): AnswerTestJobs {
  const run = defineJob({
    name: 'loop.run-answer-tests',
    schema: inWorkspace,
    expireInSeconds: EXPIRES,
    handler: async ({ workspace_id: id }, { signal }) => {
      const wait = await runAnswerTests(services, { workspaceId: id, signal })
      if (wait === null) return
      // A key of its own: what waits for later does not keep back what is wanted now.
      const later = { singletonKey: `${id}:later`, startAfterSeconds: Math.max(wait, NEXT_RUN_AFTER) }
      await queue().send(null, run, { workspace_id: id }, later)
    },
  })
  const rerun = defineJob({
    name: 'loop.rerun-answer-tests',
    schema: inWorkspace,
    handler: async ({ workspace_id: id }) => {
      await makeTestsDue(services, id)
      await queue().send(null, run, { workspace_id: id }, { singletonKey: id })
    },
  })
  return {
    jobs: [run, rerun],
    follow: (events) => {
      events.within('answer_tests.due', async (transaction, { workspace_id: id }) => {
        await queue().send(transaction, run, { workspace_id: id }, { singletonKey: id })
      })
      events.within('content.changed', async (transaction, { workspace_id: id }) => {
        if (!(await hasTests(transaction, id))) return
        const wait = { singletonKey: id, startAfterSeconds: RERUN_AFTER }
        await queue().send(transaction, rerun, { workspace_id: id }, wait)
      })
    },
  }
}
