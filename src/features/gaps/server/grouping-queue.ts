import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { countGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'

/**
 * Condition of questions that belong in a gap: refused, down-voted, or suggested without an up-vote for a section.
 * Small talk and questions during an outage of the model are excluded, because they say nothing about the content.
 */
const IS_UNANSWERED = sql`(not m.is_small_talk and (m.outcome = 'refused'
  or (m.outcome = 'suggested' and m.vote is distinct from 'up') or m.vote is not distinct from 'down'))`

/** Queues a failed question for grouping. @returns whether it was queued */
export async function enqueueForGrouping(transaction: Tx, workspaceId: string, messageId: string): Promise<boolean> {
  const { rows } = await transaction.execute(
    sql`insert into gap_questions (workspace_id, message_id, visitor_id, asked_at)
        select m.workspace_id, m.id, m.conversation_id, m.created_at from messages m
        where m.workspace_id = ${workspaceId} and m.id = ${messageId} and ${IS_UNANSWERED}
        on conflict do nothing returning message_id`,
  )
  return rows.length > 0
}

/** Removes a question that no longer fails after a vote. @returns whether it was queued or in a gap */
export async function withdrawFromGrouping(transaction: Tx, workspaceId: string, messageId: string): Promise<boolean> {
  const { rows } = await transaction.execute(
    sql`delete from gap_questions g using messages m
        where g.workspace_id = ${workspaceId} and g.message_id = ${messageId}
          and m.workspace_id = g.workspace_id and m.id = g.message_id and not ${IS_UNANSWERED}
        returning g.message_id`,
  )
  return rows.length > 0
}

/** Removes questions from their gaps because a user marked their answers as right, regardless of votes. */
export async function withdrawAnswered(
  transaction: WorkspaceTransaction,
  messageIds: readonly string[],
): Promise<void> {
  const { tx, workspaceId } = transaction
  const withdrawnRows = await tx
    .delete(gapQuestions)
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        inArray(
          gapQuestions.messageId,
          sql`(select jsonb_array_elements_text(${JSON.stringify(messageIds)}::jsonb)::uuid)`,
        ),
      ),
    )
    .returning({ gapId: gapQuestions.gapId })
  if (withdrawnRows.length === 0) return
  await countGaps(transaction, [...new Set(withdrawnRows.flatMap(({ gapId }) => gapId ?? []))])
  await emit(transaction, { type: 'gaps.changed' })
}

/** Schedules the verification of gaps whose FAQ was changed. @returns their ids */
export async function scheduleVerificationOfFaqs(
  transaction: Tx,
  workspaceId: string,
  faqIds: readonly string[],
): Promise<string[]> {
  const scheduledGaps = await transaction
    .update(gaps)
    .set({ verificationState: 'waiting' })
    .where(and(eq(gaps.workspaceId, workspaceId), inArray(gaps.faqId, [...faqIds]), ne(gaps.state, 'merged')))
    .returning({ id: gaps.id })
  return scheduledGaps.map(({ id }) => id)
}

/** Returns true when a change of the content could resolve or reopen a gap of the workspace. */
export async function hasGap(transaction: Tx, workspaceId: string): Promise<boolean> {
  const matchingGaps = await transaction
    .select({ id: gaps.id })
    .from(gaps)
    .where(and(eq(gaps.workspaceId, workspaceId), inArray(gaps.state, ['open', 'resolved'])))
    .limit(1)
  return matchingGaps.length > 0
}
