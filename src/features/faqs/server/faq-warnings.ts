import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { normaliseQuestion } from '../../../kernel/text.ts'
import { detectLanguage, likeQuestion, SAME_QUESTION, searchEntries } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { FaqWarning, SavedFaq } from '../contract.ts'
import { type FaqRow, presentFaq } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** Warnings of one kind about one FAQ. */
const MOST = 3
/** What the search finds first is looked at more closely. */
const FOUND = 12
/** Drafts are not in the search index: the newest are compared one by one. */
const DRAFTS = 300

interface Existing {
  id: string
  question: string
}

/** FAQs that ask the same but for case and punctuation, by their normalised question; the archived ones are left out. */
export async function sameQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  questions: string[],
): Promise<Map<string, Existing[]>> {
  const keys = [...new Set(questions.map(normaliseQuestion))].filter(Boolean)
  const found = new Map<string, Existing[]>()
  if (keys.length === 0) return found
  const rows = await tx
    .select({ id: faqs.id, question: faqs.question, key: faqs.normalizedQuestion })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.normalizedQuestion, keys), ne(faqs.status, 'archived')))
    .orderBy(faqs.displayOrder)
  for (const { key, ...faq } of rows) found.set(key, [...(found.get(key) ?? []), faq])
  return found
}

/**
 * FAQs that ask nearly the same, the likeliest first: published ones as the search finds them, and drafts.
 * @param but a FAQ that is not compared with itself
 */
export async function similarQuestions(ctx: WorkspaceTransaction, question: string, but?: string): Promise<Existing[]> {
  const { tx, workspaceId } = ctx
  const { hits } = await searchEntries(tx, workspaceId, { text: question, limit: FOUND })
  const published = hits
    .filter((hit) => hit.kind === 'faq')
    .map((hit) => ({ id: hit.source_id, question: hit.question, alternatives: hit.alternatives }))
  const drafts = await tx
    .select({ id: faqs.id, question: faqs.question, alternatives: faqs.alternativeQuestions })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'draft')))
    .orderBy(desc(faqs.id))
    .limit(DRAFTS)
  const likeness = likeQuestion({ text: question, language: detectLanguage(question) })
  const key = normaliseQuestion(question)
  return [...published, ...drafts]
    .filter((other) => other.id !== but && normaliseQuestion(other.question) !== key)
    .map(({ id, question: asked, alternatives }) => ({
      id,
      question: asked,
      likeness: Math.max(...[asked, ...alternatives].map(likeness)),
    }))
    .filter((other) => other.likeness >= SAME_QUESTION)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ id, question: asked }) => ({ id, question: asked }))
}

export const duplicateWarning = ({ id, question }: Existing): FaqWarning => ({
  code: 'faq.duplicate_question',
  message: 'Another FAQ asks the same question.',
  faq_id: id,
  question,
})

export const similarWarning = ({ id, question }: Existing): FaqWarning => ({
  code: 'faq.similar_question',
  message: 'Another FAQ asks nearly the same question.',
  faq_id: id,
  question,
})

/**
 * What the author should know about the FAQ just saved: a question that exists already. It warns and never blocks.
 * @param o.near whether to look for questions that are nearly the same, too: of use where the question is new
 */
export async function withWarnings(
  ctx: WorkspaceTransaction,
  row: FaqRow,
  { near }: { near: boolean },
): Promise<SavedFaq> {
  const same = (await sameQuestions(ctx, [row.question])).get(row.normalizedQuestion) ?? []
  const others = same.filter(({ id }) => id !== row.id).slice(0, MOST)
  const similar = near ? await similarQuestions(ctx, row.question, row.id) : []
  return { ...presentFaq(row), warnings: [...others.map(duplicateWarning), ...similar.map(similarWarning)] }
}
