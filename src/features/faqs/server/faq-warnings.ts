import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { detectLanguage, likeQuestion, SAME_QUESTION, searchEntries, searchHeld } from '../../ranking/server/index.ts'
import {
  contentVersionOf,
  inReadTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
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
 * Returns FAQs with nearly the same question, most similar first: published ones found by the search, and drafts. Call
 * it before the saving transaction starts, so that other writers do not wait.
 * @param but FAQ that is not compared with itself
 */
export async function similarQuestions(context: WorkspaceContext, question: string, but?: string): Promise<Existing[]> {
  const key = normalizeQuestion(question)
  const state = await inReadTransaction(context, async (transaction) => ({
    version: await contentVersionOf(transaction.tx, transaction.workspaceId),
    drafts: await newestDrafts(transaction),
  }))
  const published = await publishedLike(context, question, state.version)
  const likeness = likeQuestion({ text: question, language: detectLanguage(question) })
  return [...published, ...state.drafts]
    .filter((other) => other.id !== but && normalizeQuestion(other.question) !== key)
    .map(({ id, question: asked, alternatives }) => ({
      id,
      question: asked,
      likeness: Math.max(...[asked, ...alternatives].map(likeness)),
    }))
    .filter((other) => other.likeness >= SAME_QUESTION)
    .sort((left, right) => right.likeness - left.likeness)
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

/** Reads the memory index outside of a transaction; inside one it could not be brought up to date. */
async function publishedLike(context: WorkspaceContext, text: string, version: number | null): Promise<Compared[]> {
  const { services, workspaceId } = context
  const options = { text, limit: FOUND }
  const held =
    context.tx === null && version !== null
      ? await searchHeld(services.db, { id: workspaceId, contentVersion: version }, options)
      : null
  const { hits } = held ?? (await inReadTransaction(context, ({ tx }) => searchEntries(tx, workspaceId, options)))
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
