import { and, count, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { QuestionView } from '../contract.ts'
import { messages } from './questions.table.ts'

const open = isNull(messages.doneAt)
const isAwake = or(isNull(messages.snoozedUntil), lte(messages.snoozedUntil, sql`now()`))

/**
 * `domain/views.ts` in SQL. The values are written out as in the indexes of these views: beside a parameter the planner
 * would not know that it may use them.
 */
const CONDITIONS: Record<QuestionView, SQL | undefined> = {
  all: undefined,
  unanswered: and(sql`${messages.outcome} <> 'answered'`, open, isAwake),
  down_voted: and(sql`${messages.vote} = 'down'`, open, isAwake),
  waiting: and(isNotNull(messages.handoffRequestedAt), open, isAwake),
  snoozed: and(isNotNull(messages.snoozedUntil), gt(messages.snoozedUntil, sql`now()`), open),
}

export const ofView = (view: QuestionView): SQL | undefined => CONDITIONS[view]

/** Returns the number of questions per view. */
export const countViews = (context: WorkspaceContext): Promise<Record<QuestionView, number>> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const holding = async (view: QuestionView) => {
      const [row] = await tx
        .select({ n: count() })
        .from(messages)
        .where(and(eq(messages.workspaceId, workspaceId), ofView(view)))
      return row?.n ?? 0
    }
    return {
      all: await holding('all'),
      unanswered: await holding('unanswered'),
      down_voted: await holding('down_voted'),
      waiting: await holding('waiting'),
      snoozed: await holding('snoozed'),
    }
  })
