import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { type FaqRow, faqs } from '../../faqs/server/index.ts'
import { searchMemoryIndex } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { SIMILAR_FAQS_MAX, type SimilarFaq } from '../contract.ts'
import { holdsPhrasing } from '../domain/alternatives.ts'
import { fittedQuestion } from '../domain/to-faq-draft.ts'
import { questionById } from './questions.queries.ts'

/** Passages of documents are found beside FAQs and passed over. */
const HITS = 60
const WORDS = 12
/** Shorter words are in every question. */
const WORD_MIN = 4

/** Results of the visitors' ranking: published FAQs only, since no others are indexed. */
async function rankedIds(context: WorkspaceContext, text: string, isPrefix: boolean): Promise<string[]> {
  const workspace = { id: context.workspaceId, contentVersion: null }
  const { hits } = await searchMemoryIndex(context.services.db, workspace, { text, limit: HITS, isPrefix })
  return hits.filter(({ kind }) => kind === 'faq').map(({ source_id }) => source_id)
}

/** Reads FAQs in the order of their ids. */
async function faqsById({ tx, workspaceId }: WorkspaceTransaction, ids: string[]): Promise<FaqRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, ids), ne(faqs.status, 'archived')))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Drafts by how many of the words their question holds, half of them at least. */
async function drafts({ tx, workspaceId }: WorkspaceTransaction, text: string): Promise<FaqRow[]> {
  const all = [...new Set(normalizeQuestion(text).split(' '))]
  const long = all.filter((word) => word.length >= WORD_MIN)
  const words = (long.length > 0 ? long : all).slice(0, WORDS).filter(Boolean)
  if (words.length === 0) return []
  const sharedWords = sql.join(
    words.map((word) => sql`(strpos(${faqs.normalizedQuestion}, ${word}) > 0)::int`),
    sql` + `,
  )
  return tx
    .select()
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        eq(faqs.status, 'draft'),
        sql`(${sharedWords}) * 2 >= ${words.length}::int`,
      ),
    )
    .orderBy(sql`(${sharedWords}) desc`, faqs.displayOrder)
    .limit(SIMILAR_FAQS_MAX / 2)
}

/**
 * The FAQs that a question could be added to: those of which the visitor said that they answer, then the nearest that
 * visitors find, then drafts. `q` are words to look for instead of the question's own. @throws not_found
 */
export async function similarFaqs(
  context: WorkspaceContext,
  input: { id: string; q?: string | undefined },
): Promise<SimilarFaq[]> {
  const message = await inReadTransaction(context, (transaction) => questionById(transaction, input.id))
  const typed = input.q?.trim() ?? ''
  const text = typed || message.question
  const confirmed = message.sources.flatMap(({ kind, id, vote }) => (kind === 'faq' && vote === 'up' ? [id] : []))
  const ids = [...new Set([...(typed ? [] : confirmed), ...(await rankedIds(context, text, typed !== ''))])]
  return inReadTransaction(context, async (transaction) => {
    const published = await faqsById(transaction, ids)
    const unpublished = await drafts(transaction, text)
    const shown = [...published.slice(0, SIMILAR_FAQS_MAX - unpublished.length), ...unpublished]
    const phrasing = fittedQuestion(message.question)
    return shown.map(({ id, question, status, alternativeQuestions: alternatives }) => ({
      id,
      question,
      status,
      holds: holdsPhrasing({ question, alternatives }, phrasing),
    }))
  })
}
