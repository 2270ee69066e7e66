import { and, count, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { QuestionView } from '../contract.ts'
import { messages } from './questions.table.ts'

const isNotDone = isNull(messages.doneAt)
const isAwake = or(isNull(messages.snoozedUntil), lte(messages.snoozedUntil, sql`now()`))

/**
 * `domain/views.ts` in SQL. The values are written out as in the indexes of these views: beside a parameter the planner
 * would not know that it may use them.
 */
const VIEW_CONDITIONS: Record<QuestionView, SQL | undefined> = {
  all: undefined,
  unanswered: and(sql`${messages.outcome} <> 'answered'`, isNotDone, isAwake),
  down_voted: and(sql`${messages.vote} = 'down'`, isNotDone, isAwake),
  waiting: and(isNotNull(messages.handoffRequestedAt), isNotDone, isAwake),
  snoozed: and(isNotNull(messages.snoozedUntil), gt(messages.snoozedUntil, sql`now()`), isNotDone),
}

export const viewCondition = (questionView: QuestionView): SQL | undefined => VIEW_CONDITIONS[questionView]

/** Returns the number of questions per view. */
export const countViews = (context: WorkspaceContext): Promise<Record<QuestionView, number>> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const countInView = async (questionView: QuestionView) => {
      const [countRow] = await tx
        .select({ n: count() })
        .from(messages)
        .where(and(eq(messages.workspaceId, workspaceId), viewCondition(questionView)))
      return countRow?.n ?? 0
    }
    return {
      all: await countInView('all'),
      unanswered: await countInView('unanswered'),
      down_voted: await countInView('down_voted'),
      waiting: await countInView('waiting'),
      snoozed: await countInView('snoozed'),
    }
  })
