import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import {
  HAS_HUMAN_MEMBERS,
  hasHumanMembers,
  jobContext,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import { compareTexts } from './compare-texts.ts'

/** Seconds after a change of the content: many come at once. */
const COMPARE_AFTER = 10
/** Seconds between two runs of one workspace with much to compare. */
const GO_ON_AFTER = 60

const inWorkspace = z.object({ workspace_id: z.uuid() })

/** Has texts compared when the content has changed. */
export function createContradictionJobs(workspaces: WorkspaceServices, queue: () => Jobs) {
  const compare = defineJob({
    name: 'contradictions.compare',
    schema: inWorkspace,
    handler: async ({ workspace_id: id }, { signal }) => {
      if (!(await systemTransaction(workspaces.db, (transaction) => hasHumanMembers(transaction, id)))) return
      if (!(await compareTexts(jobContext(workspaces, id), { signal }))) return
      const later = { singletonKey: `${id}:on`, startAfterSeconds: GO_ON_AFTER }
      await queue().send(null, compare, { workspace_id: id }, later)
    },
  })
  /** Processes content from before this feature existed, and interrupted work. */
  const findUncompared = defineJob({
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
        await queue().send(null, compare, { workspace_id: id }, { singletonKey: id })
    },
  })
  return {
    jobs: [compare, findUncompared],
    follow(events: Events) {
      events.within('content.changed', async (transaction, { workspace_id: id }) => {
        const wait = { singletonKey: id, startAfterSeconds: COMPARE_AFTER }
        await queue().send(transaction, compare, { workspace_id: id }, wait)
      })
    },
  }
}
