import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/**
 * A visitor's vote on the answer they got, announced to the dashboards. Knowing the message's unguessable id is the
 * right to vote on it; nothing of the message comes back.
 */
export const recordVote = (
  services: Pick<WorkspaceServices, 'db' | 'events'>,
  input: { message_id: string; vote: 'up' | 'down' | null; reason?: string | undefined },
): Promise<void> =>
  systemTransaction(services.db, async (tx) => {
    const [row] = await tx
      .select({ workspaceId: messages.workspaceId })
      .from(messages)
      .where(eq(messages.id, input.message_id))
    if (!row) throw notFound('message')
    await tx
      .update(messages)
      .set({ vote: input.vote, voteReason: input.vote ? (input.reason ?? null) : null })
      .where(and(eq(messages.workspaceId, row.workspaceId), eq(messages.id, input.message_id)))
    await services.events.emit(tx, { type: 'question.voted', workspace_id: row.workspaceId, id: input.message_id })
  })
