import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { writeChunks } from './faq-chunk.ts'
import { keepVersions } from './faq-versions.ts'
import type { FaqRow } from './faqs.queries.ts'

/**
 * Completes every saved change of FAQ content, in the same transaction: versions, chunks and index entries. Callers
 * that change existing FAQs increment their `version` (`oneMore`), and call `faqsChanged` last.
 */
export async function faqsSaved(
  transaction: WorkspaceTransaction,
  rows: FaqRow[],
  restoredFrom?: number,
): Promise<void> {
  if (rows.length === 0) return
  await keepVersions(transaction, rows, restoredFrom)
  await writeChunks(transaction, rows)
}
