import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { AnswerSource, Vote } from '../contract.ts'
import { messages } from './questions.table.ts'

interface NewVote {
  /** The message's id. */
  id: string
  vote: Vote | null
  reason?: string | undefined
  /** The section that the vote is about, where several were shown. */
  suggestionId?: string | undefined
}

/** Vote on the whole from those on its sections: one that answers is enough. */
function voteOnAll(answerSources: readonly AnswerSource[]): Vote | null {
  if (answerSources.some(({ vote }) => vote === 'up')) return 'up'
  return answerSources.every(({ vote }) => vote === 'down') ? 'down' : null
}

/**
 * Stores a visitor's vote on the answer they got, or on one section of it, and announces it to the dashboards. Knowing the
 * message's unguessable id is the right to vote on it; nothing of the message is returned.
 *
 * @throws not_found when the workspace has no such message, or the message no such suggestion
 */
export const recordVote = (context: WorkspaceContext, newVote: NewVote): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const { id, suggestionId } = newVote
    const isMessage = and(eq(messages.workspaceId, workspaceId), eq(messages.id, id))
    const [votedMessage] = await tx
      .select({ outcome: messages.outcome, sources: messages.sources })
      .from(messages)
      .where(isMessage)
      .for('update')
    if (!votedMessage) throw notFound('message')
    let { vote } = newVote
    let { sources } = votedMessage
    if (suggestionId) {
      if (votedMessage.outcome !== 'suggested' || !sources.some((source) => source.id === suggestionId))
        throw notFound('suggestion')
      sources = sources.map((source) => (source.id === suggestionId ? { ...source, vote: newVote.vote } : source))
      vote = voteOnAll(sources)
    }
    await tx
      .update(messages)
      .set({ vote, sources, voteReason: vote ? (newVote.reason ?? null) : null })
      .where(isMessage)
    await emit(transaction, { type: 'question.voted', id })
  })
