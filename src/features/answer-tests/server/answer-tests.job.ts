import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import {
  inTransaction,
  jobContext,
  ownersOf,
  type WorkspaceContext,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import { failureMailJob } from './failure-mail.job.ts'
import { runAnswerTests } from './run-answer-tests.ts'

/** Seconds after a change of the content: many come at once. */
const RERUN_DELAY_SECONDS = 60
/** Seconds between two runs of one workspace where more is due than one run asks. */
const MIN_NEXT_RUN_SECONDS = 300
/** Minimum seconds between runs of a test after content changes, when a model writes answers. */
const MODEL_INTERVAL_SECONDS = 3600
const EXPIRE_SECONDS = 3600

const workspaceSchema = z.object({ workspace_id: z.uuid() })

/** Makes every test due after a change of the content; those that a model answers at most once an hour. */
export const makeTestsDue = (answering: AnsweringServices, context: WorkspaceContext): Promise<void> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const intervalSeconds = answering.generate === null ? 0 : MODEL_INTERVAL_SECONDS
    await tx.execute(
      sql`update answer_tests
          set due_at = least(due_at, greatest(now(), coalesce(ran_at, now()) + make_interval(secs => ${intervalSeconds}::int)))
          where workspace_id = ${workspaceId}`,
    )
  })

async function hasTests(transaction: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select from answer_tests where workspace_id = ${workspaceId} limit 1`)
  return rows.length > 0
}

/** Runs tests on request, and after changes of content or instructions. Mails the owners when one turns red. */
export function createAnswerTestJobs(
  { workspaces, answering, mailer }: { workspaces: WorkspaceServices; answering: AnsweringServices; mailer: Mailer },
  currentQueue: () => Jobs,
) {
  const runJob = defineJob({
    name: 'answer-tests.run',
    schema: workspaceSchema,
    expireInSeconds: EXPIRE_SECONDS,
    handler: async ({ workspace_id: id }, { signal }) => {
      const secondsToWait = await runAnswerTests(answering, jobContext(workspaces, id), signal)
      if (secondsToWait === null) return
      // A key of its own: what waits for later does not keep back what is wanted now.
      const delayedSend = {
        singletonKey: `${id}:later`,
        startAfterSeconds: Math.max(secondsToWait, MIN_NEXT_RUN_SECONDS),
      }
      await currentQueue().send(null, runJob, { workspace_id: id }, delayedSend)
    },
  })
  const rerunJob = defineJob({
    name: 'answer-tests.rerun',
    schema: workspaceSchema,
    handler: async ({ workspace_id: id }) => {
      await makeTestsDue(answering, jobContext(workspaces, id))
      await currentQueue().send(null, runJob, { workspace_id: id }, { singletonKey: id })
    },
  })
  const failureMail = failureMailJob({ services: workspaces, mailer, appUrl: answering.appUrl })
  return {
    jobs: [runJob, rerunJob, failureMail],
    follow(events: EventBus) {
      events.within('answer_tests.due', async (transaction, { workspace_id: id }) => {
        await currentQueue().send(transaction, runJob, { workspace_id: id }, { singletonKey: id })
      })
      events.within('answer_tests.failed', async (transaction, { workspace_id: id, id: testId }) => {
        for (const userId of await ownersOf(transaction, id))
          await currentQueue().send(transaction, failureMail, { workspace_id: id, user_id: userId, test_id: testId })
      })
      events.within('content.changed', async (transaction, { workspace_id: id }) => {
        if (!(await hasTests(transaction, id))) return
        const delayedSend = { singletonKey: id, startAfterSeconds: RERUN_DELAY_SECONDS }
        await currentQueue().send(transaction, rerunJob, { workspace_id: id }, delayedSend)
      })
    },
  }
}
