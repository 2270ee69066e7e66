import { and, eq, inArray } from 'drizzle-orm'
import { faqs } from '../../faqs/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { sourceKey } from '../domain/verification.ts'
import { gapQuestions } from './gaps.table.ts'

/**
 * By phrasing, the keys of sources that led an answer which its visitor marked as not helpful. A FAQ that was changed
 * after that is not among them: it may help now. Passages of changed pages have other ids.
 */
export async function disputedSources(
  { tx, workspaceId }: WorkspaceTransaction,
  gapId: string,
): Promise<Map<string, Set<string>>> {
  const rejectedAnswers = await tx
    .select({ key: gapQuestions.questionKey, sources: messages.sources, at: messages.createdAt })
    .from(gapQuestions)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, gapQuestions.messageId)))
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        eq(gapQuestions.gapId, gapId),
        eq(messages.vote, 'down'),
        eq(messages.outcome, 'answered'),
      ),
    )
  const faqIds = rejectedAnswers.flatMap(({ sources: [source] }) => (source?.kind === 'faq' ? [source.id] : []))
  const faqUpdates = await tx
    .select({ id: faqs.id, updatedAt: faqs.updatedAt })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, faqIds)))
  const updatedAtByFaq = new Map(faqUpdates.map((faq) => [faq.id, faq.updatedAt]))
  const disputedByQuestionKey = new Map<string, Set<string>>()
  for (const { key, sources, at } of rejectedAnswers) {
    const [source] = sources
    if (!source || (updatedAtByFaq.get(source.id) ?? at) > at) continue
    disputedByQuestionKey.set(key, (disputedByQuestionKey.get(key) ?? new Set()).add(sourceKey(source)))
  }
  return disputedByQuestionKey
}
