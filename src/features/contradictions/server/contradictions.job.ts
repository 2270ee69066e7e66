import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import {
  HAS_HUMAN_MEMBERS,
  hasHumanMembers,
  jobContext,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import { compareTexts } from './compare-texts.ts'

/** Many changes of the content come at once. */
const COMPARE_DELAY_SECONDS = 10
/** Between two runs of one workspace with much to compare. */
const CONTINUE_DELAY_SECONDS = 60

const workspaceSchema = z.object({ workspace_id: z.uuid() })

/** Has texts compared when the content has changed. */
export function createContradictionJobs(workspaces: WorkspaceServices, getQueue: () => Jobs) {
  const compareJob = defineJob({
    name: 'contradictions.compare',
    schema: workspaceSchema,
    handler: async ({ workspace_id: id }, { signal }) => {
      if (!(await systemTransaction(workspaces.db, (transaction) => hasHumanMembers(transaction, id)))) return
      if (!(await compareTexts(jobContext(workspaces, id), { signal }))) return
      const sendOptions = { singletonKey: `${id}:on`, startAfterSeconds: CONTINUE_DELAY_SECONDS }
      await getQueue().send(null, compareJob, { workspace_id: id }, sendOptions)
    },
  })
  /** Processes content from before this feature existed, and interrupted work. */
  const findUncomparedJob = defineJob({
    name: 'contradictions.find-uncompared',
    schema: z.object({}),
    cron: '23 * * * *',
    handler: async () => {
      const { rows } = await systemTransaction(workspaces.db, (transaction) =>
        transaction.execute<{ workspace_id: string }>(
          sql`select of.id as workspace_id from workspaces of where ${HAS_HUMAN_MEMBERS} and exists (
                select from search_entries e where e.workspace_id = of.id and not exists (
                  select from compared_texts t where t.workspace_id = e.workspace_id and t.entry_no = e.entry_no))`,
        ),
      )
      for (const { workspace_id: id } of rows)
        await getQueue().send(null, compareJob, { workspace_id: id }, { singletonKey: id })
    },
  })
  return {
    jobs: [compareJob, findUncomparedJob],
    follow(events: EventBus) {
      events.within('content.changed', async (transaction, { workspace_id: id }) => {
        const sendOptions = { singletonKey: id, startAfterSeconds: COMPARE_DELAY_SECONDS }
        await getQueue().send(transaction, compareJob, { workspace_id: id }, sendOptions)
      })
    },
  }
}
