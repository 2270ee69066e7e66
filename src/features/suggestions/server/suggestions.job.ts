import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import {
  HAS_HUMAN_MEMBERS,
  hasHumanMembers,
  jobContext,
  type WorkspaceContext,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import { SUGGESTED_FAQS_MAX } from '../contract.ts'
import { findByModel } from './find-by-model.ts'
import { offerSuggestions } from './offer-suggestions.ts'
import { readSources } from './read-sources.ts'

/** Seconds after a change of the content: a website's pages come one after another. */
const SEARCH_DELAY_SECONDS = 3
/** Rounds in which a model is shown texts, of a few each, until enough is on offer. */
const MODEL_ROUNDS = 4

/** Looks through what changed, and offers what was found. A model is asked as long as there is room on the offer. */
export async function suggestFaqs(
  answering: AnsweringServices,
  context: WorkspaceContext,
  signal: AbortSignal,
): Promise<void> {
  await readSources(context, signal)
  let offeredCount = await offerSuggestions(context, signal)
  for (let round = 0; round < MODEL_ROUNDS && offeredCount < SUGGESTED_FAQS_MAX; round++) {
    if (!(await findByModel(answering, context, signal))) return
    offeredCount = await offerSuggestions(context, signal)
  }
}

/** Returns true when a workspace has sources to search or suggestions to update. */
export async function hasSuggestions(transaction: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await transaction.execute(
    sql`select 1 where exists (select from suggested_faqs where workspace_id = ${workspaceId})
          or exists (
            select from sources s
            left join suggestion_readings r on r.workspace_id = s.workspace_id and r.source_id = s.id
            where s.workspace_id = ${workspaceId} and s.state = 'ready' and s.content_hash is not null
              and r.content_hash is distinct from s.content_hash)`,
  )
  return rows.length > 0
}

/** Jobs that find suggestions, and the events that start them. */
export function createSuggestionJobs(
  { workspaces, answering }: { workspaces: WorkspaceServices; answering: AnsweringServices },
  currentQueue: () => Jobs,
) {
  const suggestJob = defineJob({
    name: 'suggestions.find',
    schema: z.object({ workspace_id: z.uuid() }),
    expireInSeconds: 1800,
    async handler({ workspace_id: id }, { signal }) {
      const isWanted = await systemTransaction(workspaces.db, (transaction) => hasHumanMembers(transaction, id))
      if (isWanted) await suggestFaqs(answering, jobContext(workspaces, id), signal)
    },
  })
  /** Processes content from before suggestions existed, and interrupted work. */
  const findUnreadJob = defineJob({
    name: 'suggestions.find-unread',
    schema: z.object({}),
    cron: '17 * * * *',
    handler: async () => {
      const { rows } = await systemTransaction(workspaces.db, (transaction) =>
        transaction.execute<{ workspace_id: string }>(
          sql`select distinct s.workspace_id from sources s
              join workspaces of on of.id = s.workspace_id and ${HAS_HUMAN_MEMBERS}
              left join suggestion_readings r on r.workspace_id = s.workspace_id and r.source_id = s.id
              where s.state = 'ready' and s.content_hash is not null
                and r.content_hash is distinct from s.content_hash`,
        ),
      )
      for (const { workspace_id: id } of rows)
        await currentQueue().send(null, suggestJob, { workspace_id: id }, { singletonKey: id })
    },
  })
  return {
    jobs: [suggestJob, findUnreadJob],
    follow(workspaceEvents: EventBus) {
      const sendSuggest = async (transaction: Tx, workspaceId: string) =>
        currentQueue().send(
          transaction,
          suggestJob,
          { workspace_id: workspaceId },
          { singletonKey: workspaceId, startAfterSeconds: SEARCH_DELAY_SECONDS },
        )
      workspaceEvents.within('content.changed', async (transaction, { workspace_id: id }) => {
        if (await hasSuggestions(transaction, id)) await sendSuggest(transaction, id)
      })
      // Settled suggestions make place for waiting ones.
      workspaceEvents.within('suggestions.settled', async (transaction, { workspace_id: id }) => {
        await sendSuggest(transaction, id)
      })
    },
  }
}
