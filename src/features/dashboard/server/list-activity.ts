import { desc, eq } from 'drizzle-orm'
import { faqs } from '../../faqs/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { ACTIVITY_ITEMS, type ActivityItem } from '../contract.ts'
import { mergeActivity } from '../domain/merge-activity.ts'

/** Latest activity: FAQs by their last change, questions by arrival. */
export const listActivity = (context: WorkspaceContext): Promise<{ items: ActivityItem[] }> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const changedFaqs = await tx
      .select({ id: faqs.id, question: faqs.question, status: faqs.status, at: faqs.updatedAt })
      .from(faqs)
      .where(eq(faqs.workspaceId, workspaceId))
      .orderBy(desc(faqs.updatedAt), desc(faqs.id))
      .limit(ACTIVITY_ITEMS)
    const askedQuestions = await tx
      .select({ id: messages.id, question: messages.question, at: messages.createdAt })
      .from(messages)
      .where(eq(messages.workspaceId, workspaceId))
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(ACTIVITY_ITEMS)
    return { items: mergeActivity(changedFaqs, askedQuestions) }
  })
