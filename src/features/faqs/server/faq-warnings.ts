import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import {
  detectLanguage,
  SAME_QUESTION_FROM,
  sameQuestionProbability,
  searchMemoryIndex,
} from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { FaqWarning, SavedFaq } from '../contract.ts'
import type { FaqRow } from './faq-columns.ts'
import { presentFaq } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** Warnings of one kind about one FAQ. */
const MOST = 3
/** Number of search results that are compared in detail. */
const FOUND = 12
/** Drafts are not in the search index: the newest are compared one by one. */
const DRAFTS = 300

interface Existing {
  id: string
  question: string
}

/** FAQs with the same question except for case and punctuation, by normalized question; archived ones are left out. */
export async function sameQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  questions: string[],
): Promise<Map<string, Existing[]>> {
  const keys = [...new Set(questions.map(normalizeQuestion))].filter(Boolean)
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

interface Compared extends Existing {
  alternatives: string[]
}

/**
 * Returns FAQs with nearly the same question, most similar first: published ones found by the search, and drafts. The
 * search must not run inside a transaction, so there it returns none: `addSimilarWarnings` adds them afterwards.
 * @param but FAQ that is not compared with itself
 */
export async function similarQuestions(context: WorkspaceContext, question: string, but?: string): Promise<Existing[]> {
  if (context.tx) return []
  const key = normalizeQuestion(question)
  const drafts = await inReadTransaction(context, newestDrafts)
  const published = await publishedLike(context, question)
  const probabilityOf = sameQuestionProbability(question, detectLanguage(question))
  return [...published, ...drafts]
    .filter((other) => other.id !== but && normalizeQuestion(other.question) !== key)
    .map(({ id, question: asked, alternatives }) => ({
      id,
      question: asked,
      probability: Math.max(...[asked, ...alternatives].map(probabilityOf)),
    }))
    .filter((other) => other.probability >= SAME_QUESTION_FROM)
    .sort((left, right) => right.probability - left.probability)
    .slice(0, MOST)
    .map(({ id, question: asked }) => ({ id, question: asked }))
}

const newestDrafts = ({ tx, workspaceId }: WorkspaceTransaction): Promise<Compared[]> =>
  tx
    .select({ id: faqs.id, question: faqs.question, alternatives: faqs.alternativeQuestions })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'draft')))
    .orderBy(desc(faqs.id))
    .limit(DRAFTS)

async function publishedLike(context: WorkspaceContext, text: string): Promise<Compared[]> {
  const { services, workspaceId: id } = context
  const { hits } = await searchMemoryIndex(services.db, { id, contentVersion: null }, { text, limit: FOUND })
  return hits
    .filter((hit) => hit.kind === 'faq')
    .map((hit) => ({ id: hit.source_id, question: hit.question, alternatives: hit.alternatives }))
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
 * Returns warnings about a saved FAQ: an existing question. Warnings never block.
 * @param similar result of `similarQuestions` from before
 */
export async function withWarnings(
  transaction: WorkspaceTransaction,
  row: FaqRow,
  similar: Existing[] = [],
): Promise<SavedFaq> {
  const same = (await sameQuestions(transaction, [row.question])).get(row.normalizedQuestion) ?? []
  const others = same.filter(({ id }) => id !== row.id).slice(0, MOST)
  return { ...presentFaq(row), warnings: [...others.map(duplicateWarning), ...similar.map(similarWarning)] }
}

/** Completes the warnings about a FAQ that was saved inside another verb's transaction, once that has committed. */
export async function addSimilarWarnings(context: WorkspaceContext, saved: SavedFaq): Promise<SavedFaq> {
  const similar = await similarQuestions(context, saved.question, saved.id)
  return { ...saved, warnings: [...saved.warnings, ...similar.map(similarWarning)] }
}
