import { and, eq, inArray } from 'drizzle-orm'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { writeChunks } from './faq-chunk.ts'
import { faqs } from './faqs.table.ts'

/** Rebuilds passages and index entries of these FAQs; ignores unknown ids. */
export const rewriteFaqIndex = (context: WorkspaceContext, faqIds: string[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const faqRows = await tx
      .select()
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, faqIds)))
      .orderBy(faqs.id)
      .for('update')
    await writeChunks(transaction, faqRows)
    await contentChanged(transaction)
  })
