import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { inReadTransaction, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type FaqContent, type FaqVersion, type SavedFaq, VERSION_FIELDS } from '../contract.ts'
import { faqsChanged } from './faq-events.ts'
import { faqLimit } from './faq-limit.ts'
import { faqVersions } from './faq-versions.table.ts'
import { withWarnings } from './faq-warnings.ts'
import { lockOrder } from './faqs.queries.ts'
import { type Content, sameContent, saveContent } from './save-content.ts'
import { findFaq } from './trash.queries.ts'

const presentContent = (row: Content): FaqContent => ({
  question: row.question,
  answer: row.answer,
  category: row.category,
  status: row.status,
  alternative_questions: row.alternativeQuestions,
})

/** The names of the fields that differ from the version before, as an array; none where there is none before. */
const changed = sql<FaqVersion['changed']>`array_remove(array[${sql.join(
  VERSION_FIELDS.map((field) => {
    const column = sql.identifier(field)
    return sql`case when lag(${column}) over (order by version) <> ${column} then ${sql.raw(`'${field}'`)} end`
  }),
  sql`, `,
)}], null)`

/** The versions of a FAQ that are kept, newest first, each with what it changed. @throws not_found */
export const listVersions = (context: WorkspaceContext, id: string): Promise<FaqVersion[]> =>
  inReadTransaction(context, async (transaction) => {
    await findFaq(transaction, id)
    const rows = await transaction.tx
      .select({
        version: faqVersions.version,
        savedAt: faqVersions.savedAt,
        kind: faqVersions.savedByKind,
        name: faqVersions.savedByName,
        restoredFrom: faqVersions.restoredFrom,
        changed,
      })
      .from(faqVersions)
      .where(and(eq(faqVersions.workspaceId, transaction.workspaceId), eq(faqVersions.faqId, id)))
      .orderBy(desc(faqVersions.version))
    return rows.map(({ savedAt, kind, name, restoredFrom, ...row }) => ({
      ...row,
      saved_at: savedAt.toISOString(),
      saved_by: { kind, name },
      restored_from: restoredFrom,
    }))
  })

/** One version, beside the one before it and the FAQ as it is. @throws not_found */
export const readVersion = (
  context: WorkspaceContext,
  id: string,
  version: number,
): Promise<{ content: FaqContent; before: FaqContent | null; now: FaqContent }> =>
  inReadTransaction(context, async (transaction) => {
    const now = await findFaq(transaction, id)
    const rows = await transaction.tx
      .select()
      .from(faqVersions)
      .where(
        and(
          eq(faqVersions.workspaceId, transaction.workspaceId),
          eq(faqVersions.faqId, id),
          inArray(faqVersions.version, [version, version - 1]),
        ),
      )
    const content = rows.find((row) => row.version === version)
    const before = rows.find((row) => row.version !== version)
    if (!content) throw notFound('faq_version')
    return {
      content: presentContent(content),
      before: before ? presentContent(before) : null,
      now: presentContent(now),
    }
  })

/**
 * The FAQ says again what it said then, status included; that is a new version, and nothing of the history is lost.
 * @throws not_found, limit `limit.faqs`, invalid `faq.needs_answer`
 */
export function restoreVersion(context: WorkspaceContext, id: string, version: number): Promise<SavedFaq> {
  const limit = faqLimit(context)
  return inTransaction(context, async (transaction) => {
    await lockOrder(transaction)
    const before = await findFaq(transaction, id)
    const [then] = await transaction.tx
      .select()
      .from(faqVersions)
      .where(
        and(
          eq(faqVersions.workspaceId, transaction.workspaceId),
          eq(faqVersions.faqId, id),
          eq(faqVersions.version, version),
        ),
      )
    if (!then) throw notFound('faq_version')
    const { question, answer, category, status, alternativeQuestions } = then
    const after = { question, answer, category, status, alternativeQuestions }
    const says = !sameContent(after, before)
    if (says) await saveContent(transaction, before, after, { limit, restoredFrom: version })
    const saved = await withWarnings(transaction, await findFaq(transaction, id))
    if (says) await faqsChanged(transaction, [id])
    return saved
  })
}
