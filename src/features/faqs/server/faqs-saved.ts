import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { writeChunks } from './faq-chunk.ts'
import { keepVersions } from './faq-versions.ts'
import type { FaqRow } from './faqs.queries.ts'

/**
 * What belongs to every saved change of what FAQs say, in the transaction that saves it: their versions, chunks and index
 * entries. Whoever changes existing ones raises their `version` with it (`oneMore`), and ends with `faqsChanged`.
 */
export async function faqsSaved(ctx: WorkspaceTransaction, rows: FaqRow[], restoredFrom?: number): Promise<void> {
  if (rows.length === 0) return
  await keepVersions(ctx, rows, restoredFrom)
  await writeChunks(ctx, rows)
}
