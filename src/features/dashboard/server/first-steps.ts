import { sql } from 'drizzle-orm'
import { faqs } from '../../faqs/server/index.ts'
import { sources } from '../../knowledge/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import { widgetPages } from '../../visitors/server/index.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { type FirstSteps, firstStepsSchema } from '../contract.ts'
import { dismissedFirstSteps } from './dashboard.table.ts'

async function readSteps({ tx, workspaceId }: WorkspaceTransaction): Promise<FirstSteps> {
  const { rows } = await tx.execute(sql`select
    exists(select from ${faqs} where workspace_id = ${workspaceId} and status = 'published') as published,
    exists(select from ${sources} where workspace_id = ${workspaceId} and state in ('queued', 'processing', 'ready')) as source,
    exists(select from ${messages} where workspace_id = ${workspaceId}) as asked,
    exists(select from ${widgetPages} where workspace_id = ${workspaceId}) as embedded,
    exists(select from ${dismissedFirstSteps} where workspace_id = ${workspaceId}) as dismissed`)
  return firstStepsSchema.parse(rows[0])
}

export const readFirstSteps = (context: WorkspaceContext): Promise<FirstSteps> => inTransaction(context, readSteps)

/** Puts the guidance away for everybody in the workspace, or brings it back; doing it twice changes nothing. */
export const dismissFirstSteps = (context: WorkspaceContext, dismissed: boolean): Promise<FirstSteps> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, userId } = transaction
    if (dismissed)
      await tx.insert(dismissedFirstSteps).values({ workspaceId, dismissedBy: userId }).onConflictDoNothing()
    else await tx.execute(sql`delete from ${dismissedFirstSteps} where workspace_id = ${workspaceId}`)
    await emit(transaction, { type: 'first_steps.changed' })
    return readSteps(transaction)
  })
