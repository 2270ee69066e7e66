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
const MAX_WARNINGS = 3
/** Number of search results that are compared in detail. */
const MAX_HITS = 12
/** Drafts are not in the search index: the newest are compared one by one. */
const MAX_DRAFTS = 300

interface Existing {
  id: string
  question: string
}

/** FAQs with the same question except for case and punctuation, by normalized question; archived ones are left out. */
export async function sameQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  questions: string[],
): Promise<Map<string, Existing[]>> {
  const normalizedKeys = [...new Set(questions.map(normalizeQuestion))].filter(Boolean)
  const existingByKey = new Map<string, Existing[]>()
  if (normalizedKeys.length === 0) return existingByKey
  const existingRows = await tx
    .select({ id: faqs.id, question: faqs.question, key: faqs.normalizedQuestion })
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        inArray(faqs.normalizedQuestion, normalizedKeys),
        ne(faqs.status, 'archived'),
      ),
    )
    .orderBy(faqs.displayOrder)
  for (const { key, ...faq } of existingRows) existingByKey.set(key, [...(existingByKey.get(key) ?? []), faq])
  return existingByKey
}

interface Compared extends Existing {
  alternatives: string[]
}

/**
 * Returns FAQs with nearly the same question, most similar first: published ones found by the search, and drafts. The
 * search must not run inside a transaction, so there it returns none: `addSimilarWarnings` adds them afterwards.
 * @param exceptedId FAQ that is not compared with itself
 */
export async function similarQuestions(
  context: WorkspaceContext,
  question: string,
  exceptedId?: string,
): Promise<Existing[]> {
  if (context.tx) return []
  const normalizedKey = normalizeQuestion(question)
  const newestDraftFaqs = await inReadTransaction(context, newestDrafts)
  const published = await publishedLike(context, question)
  const probabilityOf = sameQuestionProbability(question, detectLanguage(question))
  return [...published, ...newestDraftFaqs]
    .filter((otherFaq) => otherFaq.id !== exceptedId && normalizeQuestion(otherFaq.question) !== normalizedKey)
    .map(({ id, question: asked, alternatives }) => ({
      id,
      question: asked,
      probability: Math.max(...[asked, ...alternatives].map(probabilityOf)),
    }))
    .filter((otherFaq) => otherFaq.probability >= SAME_QUESTION_FROM)
    .sort((leftFaq, rightFaq) => rightFaq.probability - leftFaq.probability)
    .slice(0, MAX_WARNINGS)
    .map(({ id, question: asked }) => ({ id, question: asked }))
}

const newestDrafts = ({ tx, workspaceId }: WorkspaceTransaction): Promise<Compared[]> =>
  tx
    .select({ id: faqs.id, question: faqs.question, alternatives: faqs.alternativeQuestions })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'draft')))
    .orderBy(desc(faqs.id))
    .limit(MAX_DRAFTS)

async function publishedLike(context: WorkspaceContext, questionText: string): Promise<Compared[]> {
  const { services, workspaceId: id } = context
  const { hits } = await searchMemoryIndex(
    services.db,
    { id, contentVersion: null },
    { text: questionText, limit: MAX_HITS },
  )
  return hits
    .filter((searchHit) => searchHit.kind === 'faq')
    .map((searchHit) => ({
      id: searchHit.source_id,
      question: searchHit.question,
      alternatives: searchHit.alternatives,
    }))
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
 * @param similarFaqs result of `similarQuestions` from before
 */
export async function withWarnings(
  transaction: WorkspaceTransaction,
  faqRow: FaqRow,
  similarFaqs: Existing[] = [],
): Promise<SavedFaq> {
  const sameFaqs = (await sameQuestions(transaction, [faqRow.question])).get(faqRow.normalizedQuestion) ?? []
  const otherFaqs = sameFaqs.filter(({ id }) => id !== faqRow.id).slice(0, MAX_WARNINGS)
  return { ...presentFaq(faqRow), warnings: [...otherFaqs.map(duplicateWarning), ...similarFaqs.map(similarWarning)] }
}

/** Completes the warnings about a FAQ that was saved inside another verb's transaction, once that has committed. */
export async function addSimilarWarnings(context: WorkspaceContext, savedFaq: SavedFaq): Promise<SavedFaq> {
  const similarFaqs = await similarQuestions(context, savedFaq.question, savedFaq.id)
  return { ...savedFaq, warnings: [...savedFaq.warnings, ...similarFaqs.map(similarWarning)] }
}
