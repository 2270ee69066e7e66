import { and, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { holdsText } from '../../../../platform/db/columns.ts'
import type { WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { type QuestionFilter, UNASSIGNED } from '../../contract.ts'
import { messageSources, messages } from '../questions.table.ts'
import { viewCondition } from '../views.ts'

/** Address of the page with the widget, without query and fragment. */
export const pageOfMessage = sql<string>`split_part(split_part(${messages.pageUrl}, '#', 1), '?', 1)`

/** The condition of a filter for questions of this workspace. */
export function matchingQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  questionFilter: Partial<QuestionFilter>,
): SQL | undefined {
  const { from, to, outcome, view = 'all', page_url, source_id, language, assignee } = questionFilter
  const searchText = questionFilter.q?.trim()
  return and(
    eq(messages.workspaceId, workspaceId),
    searchText ? or(holdsText(messages.question, searchText), holdsText(messages.answer, searchText)) : undefined,
    from ? gte(messages.createdAt, new Date(from)) : undefined,
    to ? lte(messages.createdAt, new Date(to)) : undefined,
    outcome ? eq(messages.outcome, outcome) : undefined,
    page_url ? eq(pageOfMessage, page_url) : undefined,
    language ? eq(messages.language, language) : undefined,
    assignee === UNASSIGNED ? isNull(messages.assigneeId) : assignee ? eq(messages.assigneeId, assignee) : undefined,
    source_id
      ? inArray(
          messages.id,
          tx
            .select({ id: messageSources.messageId })
            .from(messageSources)
            .where(and(eq(messageSources.workspaceId, workspaceId), eq(messageSources.sourceId, source_id))),
        )
      : undefined,
    viewCondition(view),
  )
}
