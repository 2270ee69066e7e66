import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/**
 * The content answers these questions now: each is linked to the FAQ, if it is one, and done unless its visitor waits for
 * a person, as `settledByFaq` says.
 */
export async function settleQuestions(
  transaction: WorkspaceTransaction,
  questionIds: string[],
  faqId: string | null,
): Promise<void> {
  const { tx, workspaceId, actor } = transaction
  const isSelected = inArray(
    messages.id,
    sql`(select jsonb_array_elements_text(${JSON.stringify(questionIds)}::jsonb)::uuid)`,
  )
  const linkedRows = faqId
    ? await tx
        .update(messages)
        .set({ faqId })
        .where(and(eq(messages.workspaceId, workspaceId), isSelected, isNull(messages.faqId)))
        .returning({ id: messages.id })
    : []
  const doneRows = await tx
    .update(messages)
    .set({ doneAt: new Date(), doneBy: actor?.name ?? null })
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        isSelected,
        isNull(messages.doneAt),
        isNull(messages.handoffRequestedAt),
      ),
    )
    .returning({ id: messages.id })
  if (linkedRows.length + doneRows.length > 0) await emit(transaction, { type: 'question.changed', id: null })
}
