import { and, eq, ne } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { SavedFaq } from '../contract.ts'
import { type FaqRow, presentFaq } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** What the author should know about the FAQ just saved: a question that exists already. It warns and never blocks. */
export async function withWarnings({ tx, workspaceId }: WorkspaceTransaction, row: FaqRow): Promise<SavedFaq> {
  const same =
    row.normalizedQuestion === ''
      ? []
      : await tx
          .select({ id: faqs.id })
          .from(faqs)
          .where(
            and(
              eq(faqs.workspaceId, workspaceId),
              eq(faqs.normalizedQuestion, row.normalizedQuestion),
              ne(faqs.id, row.id),
              ne(faqs.status, 'archived'),
            ),
          )
          .limit(3)
  return {
    ...presentFaq(row),
    warnings: same.map(({ id }) => ({
      code: 'faq.duplicate_question' as const,
      message: 'Another FAQ asks the same question.',
      faq_id: id,
    })),
  }
}
