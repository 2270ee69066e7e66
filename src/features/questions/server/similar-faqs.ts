import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { type FaqRow, faqs } from '../../faqs/server/index.ts'
import { searchMemoryIndex } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { SIMILAR_FAQS_MAX, type SimilarFaq } from '../contract.ts'
import { includesPhrasing } from '../domain/alternatives.ts'
import { fittedQuestion } from '../domain/to-faq-draft.ts'
import { questionById } from './questions.queries.ts'

/** Passages of documents are found beside FAQs and passed over. */
const HITS_MAX = 60
const WORDS_MAX = 12
/** Shorter words are in every question. */
const WORD_LENGTH_MIN = 4

/** Results of the visitors' ranking: published FAQs only, since no others are indexed. */
async function rankedIds(context: WorkspaceContext, searchText: string, isPrefix: boolean): Promise<string[]> {
  const searchedWorkspace = { id: context.workspaceId, contentVersion: null }
  const { hits } = await searchMemoryIndex(context.services.db, searchedWorkspace, {
    text: searchText,
    limit: HITS_MAX,
    isPrefix,
  })
  return hits.filter(({ kind }) => kind === 'faq').map(({ source_id }) => source_id)
}

/** Reads FAQs in the order of their ids. */
async function readFaqsInOrder({ tx, workspaceId }: WorkspaceTransaction, faqIds: string[]): Promise<FaqRow[]> {
  if (faqIds.length === 0) return []
  const faqRows = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, faqIds), ne(faqs.status, 'archived')))
  const rowsById = new Map(faqRows.map((faqRow) => [faqRow.id, faqRow]))
  return faqIds.flatMap((faqId) => rowsById.get(faqId) ?? [])
}

/** Drafts by how many of the words their question holds, half of them at least. */
async function findDrafts({ tx, workspaceId }: WorkspaceTransaction, searchText: string): Promise<FaqRow[]> {
  const allWords = [...new Set(normalizeQuestion(searchText).split(' '))]
  const longWords = allWords.filter((word) => word.length >= WORD_LENGTH_MIN)
  const searchWords = (longWords.length > 0 ? longWords : allWords).slice(0, WORDS_MAX).filter(Boolean)
  if (searchWords.length === 0) return []
  const sharedWords = sql.join(
    searchWords.map((word) => sql`(strpos(${faqs.normalizedQuestion}, ${word}) > 0)::int`),
    sql` + `,
  )
  return tx
    .select()
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        eq(faqs.status, 'draft'),
        sql`(${sharedWords}) * 2 >= ${searchWords.length}::int`,
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
  searchInput: { id: string; q?: string | undefined },
): Promise<SimilarFaq[]> {
  const messageRow = await inReadTransaction(context, (transaction) => questionById(transaction, searchInput.id))
  const typedText = searchInput.q?.trim() ?? ''
  const searchText = typedText || messageRow.question
  const confirmedIds = messageRow.sources.flatMap(({ kind, id, vote }) => (kind === 'faq' && vote === 'up' ? [id] : []))
  const rankedFaqIds = [
    ...new Set([...(typedText ? [] : confirmedIds), ...(await rankedIds(context, searchText, typedText !== ''))]),
  ]
  return inReadTransaction(context, async (transaction) => {
    const publishedFaqs = await readFaqsInOrder(transaction, rankedFaqIds)
    const draftFaqs = await findDrafts(transaction, searchText)
    const shownFaqs = [...publishedFaqs.slice(0, SIMILAR_FAQS_MAX - draftFaqs.length), ...draftFaqs]
    const phrasing = fittedQuestion(messageRow.question)
    return shownFaqs.map(({ id, question, status, alternativeQuestions: alternatives }) => ({
      id,
      question,
      status,
      holds: includesPhrasing({ question, alternatives }, phrasing),
    }))
  })
}
