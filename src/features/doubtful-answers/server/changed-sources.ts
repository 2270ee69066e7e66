import { and, eq, inArray } from 'drizzle-orm'
import { faqs } from '../../faqs/server/index.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'

/** Returns a test of whether a FAQ was edited after a time. Passages of changed pages have other ids instead. */
export async function editedSince(
  { tx, workspaceId }: WorkspaceTransaction,
  sources: readonly (AnswerSource | undefined)[],
): Promise<(source: AnswerSource | undefined, since: Date) => boolean> {
  const faqIds = sources.flatMap((source) => (source?.kind === 'faq' ? [source.id] : []))
  if (faqIds.length === 0) return () => false
  const faqRows = await tx
    .select({ id: faqs.id, updatedAt: faqs.updatedAt })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, faqIds)))
  const updatedAtByFaq = new Map(faqRows.map((faqRow) => [faqRow.id, faqRow.updatedAt]))
  return (source, sinceDate) => (source ? (updatedAtByFaq.get(source.id) ?? sinceDate) > sinceDate : false)
}
