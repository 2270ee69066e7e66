import { and, count, desc, eq, gte } from 'drizzle-orm'
import { firstIdOf } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { messageSources, messages } from './questions.table.ts'

const SHOWN_MAX = 50
const RECENT_MS = 90 * 86_400_000

/** Questions that a source helped to answer; none for an unknown id. */
export const questionsHelpedBy = (context: WorkspaceContext, sourceId: string) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const isOfSource = and(eq(messageSources.workspaceId, workspaceId), eq(messageSources.sourceId, sourceId))
    const questionRows = await tx
      .select({ id: messages.id, question: messages.question, vote: messages.vote, createdAt: messages.createdAt })
      .from(messageSources)
      .innerJoin(
        messages,
        and(eq(messages.workspaceId, messageSources.workspaceId), eq(messages.id, messageSources.messageId)),
      )
      .where(isOfSource)
      .orderBy(desc(messageSources.messageId))
      .limit(SHOWN_MAX)
    const [totalRow] = await tx.select({ total: count() }).from(messageSources).where(isOfSource)
    return {
      items: questionRows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() })),
      total: totalRow?.total ?? 0,
    }
  })

/** Ids of the sources that helped with most questions in the last 90 days, most first; at most 50. */
export async function mostHelpfulSources({ tx, workspaceId }: WorkspaceTransaction, currentTimeMs = Date.now()) {
  const sourceRows = await tx
    .select({ id: messageSources.sourceId })
    .from(messageSources)
    .where(
      and(
        eq(messageSources.workspaceId, workspaceId),
        gte(messageSources.messageId, firstIdOf(currentTimeMs - RECENT_MS)),
      ),
    )
    .groupBy(messageSources.sourceId)
    .orderBy(desc(count()), messageSources.sourceId)
    .limit(SHOWN_MAX)
  return sourceRows.map(({ id }) => id)
}
