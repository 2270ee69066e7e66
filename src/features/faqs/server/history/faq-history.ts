import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { CONTENT_FIELDS, EMPTY_CONTENT, type FaqContent, type FaqVersion, type SavedFaq } from '../../contract.ts'
import { isSameContent } from '../../domain/faq-content.ts'
import { contentOf, contentOfSnapshot } from '../faq-columns.ts'
import { faqLimit } from '../faq-limit.ts'
import { withWarnings } from '../faq-warnings.ts'
import { saveContent } from '../save-content.ts'
import { findFaq } from '../trash/trash.queries.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { faqVersions } from './faq-versions.table.ts'

const snapshot = sql`(${JSON.stringify(EMPTY_CONTENT)}::jsonb || ${faqVersions.content})`

/** The names of the fields that differ from the version before, as an array; empty without a version before. */
const changed = sql<FaqVersion['changed']>`array_remove(array[${sql.join(
  CONTENT_FIELDS.map((field) => {
    const name = sql.raw(`'${field}'`)
    const value = sql`${snapshot} -> ${name}`
    return sql`case when lag(${value}) over (order by version) <> ${value} then ${name} end`
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
      content: contentOfSnapshot(content.content),
      before: before ? contentOfSnapshot(before.content) : null,
      now: contentOf(now),
    }
  })

/**
 * The FAQ says again what it said then, status included; that is a new version, and nothing of the history is lost.
 * @throws not_found, limit `limit.faqs`, invalid `faq.needs_answer`
 */
export function restoreVersion(context: WorkspaceContext, id: string, version: number): Promise<SavedFaq> {
  const limit = faqLimit(context)
  return withFaqOrder(context, async (transaction) => {
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
    const after = contentOfSnapshot(then.content)
    if (!isSameContent(after, contentOf(before)))
      await saveContent(transaction, before, after, { limit, restoredFrom: version })
    return withWarnings(transaction, await findFaq(transaction, id))
  })
}
