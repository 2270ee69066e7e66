import { and, eq, type SQL, sql } from 'drizzle-orm'
import { rewriteChunks } from '../../knowledge/server/index.ts'
import { chunkOf, writeChunks } from './faq-chunk.ts'
import type { FaqRow } from './faq-columns.ts'
import { faqs } from './faqs.table.ts'
import { keepVersions } from './history/faq-versions.ts'
import { type FaqOrderTransaction, noteWritten } from './with-faq-order.ts'

interface ChangeOptions {
  /** The version that was restored with this change. */
  restoredFrom?: number | undefined
  /** The change is in the passages, but in nothing that is searched: the index stays as it is. */
  keepsIndex?: boolean
}

/** Changes columns of these FAQs as their next version, with chunks and index entries. @returns the changed rows */
export async function changeFaqs(
  transaction: FaqOrderTransaction,
  faqCondition: SQL | undefined,
  changedValues: Partial<typeof faqs.$inferInsert>,
  { restoredFrom, keepsIndex = false }: ChangeOptions = {},
): Promise<FaqRow[]> {
  const changedRows = await transaction.tx
    .update(faqs)
    .set({ ...changedValues, version: sql`${faqs.version} + 1`, updatedAt: new Date() })
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), faqCondition))
    .returning()
  if (changedRows.length === 0) return changedRows
  await keepVersions(transaction, changedRows, restoredFrom)
  if (keepsIndex) await rewriteChunks(transaction, 'faq', changedRows.map(chunkOf))
  else await writeChunks(transaction, changedRows)
  noteWritten(
    transaction,
    'edited',
    changedRows.map(({ id }) => id),
  )
  return changedRows
}
