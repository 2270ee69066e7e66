import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import { messages } from './questions.table.ts'

/**
 * A visitor's vote on the answer they got. Knowing the message's unguessable id is the right to vote on it; nothing of
 * the message comes back.
 */
export const recordVote = (
  db: Database,
  input: { message_id: string; vote: 'up' | 'down' | null; reason?: string | undefined },
): Promise<void> =>
  systemTransaction(db, async (tx) => {
    const [row] = await tx
      .select({ workspaceId: messages.workspaceId })
      .from(messages)
      .where(eq(messages.id, input.message_id))
    if (!row) throw notFound('message')
    await tx
      .update(messages)
      .set({ vote: input.vote, voteReason: input.vote ? (input.reason ?? null) : null })
      .where(and(eq(messages.workspaceId, row.workspaceId), eq(messages.id, input.message_id)))
  })
