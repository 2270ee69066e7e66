import { and, count, desc, eq } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { messageSources, messages } from './questions.table.ts'

const SHOWN = 50

/** Questions that a source helped to answer; none for an unknown id. */
export const questionsHelpedBy = (context: WorkspaceContext, sourceId: string) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const ofSource = and(eq(messageSources.workspaceId, workspaceId), eq(messageSources.sourceId, sourceId))
    const rows = await tx
      .select({ id: messages.id, question: messages.question, vote: messages.vote, createdAt: messages.createdAt })
      .from(messageSources)
      .innerJoin(
        messages,
        and(eq(messages.workspaceId, messageSources.workspaceId), eq(messages.id, messageSources.messageId)),
      )
      .where(ofSource)
      .orderBy(desc(messageSources.messageId))
      .limit(SHOWN)
    const [all] = await tx.select({ total: count() }).from(messageSources).where(ofSource)
    return {
      items: rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() })),
      total: all?.total ?? 0,
    }
  })
