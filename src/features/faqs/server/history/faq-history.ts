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
const changedFields = sql<FaqVersion['changed']>`array_remove(array[${sql.join(
  CONTENT_FIELDS.map((contentField) => {
    const fieldName = sql.raw(`'${contentField}'`)
    const snapshotValue = sql`${snapshot} -> ${fieldName}`
    return sql`case when lag(${snapshotValue}) over (order by version) <> ${snapshotValue} then ${fieldName} end`
  }),
  sql`, `,
)}], null)`

/** The versions of a FAQ that are kept, newest first, each with what it changed. @throws not_found */
export const listVersions = (context: WorkspaceContext, faqId: string): Promise<FaqVersion[]> =>
  inReadTransaction(context, async (transaction) => {
    await findFaq(transaction, faqId)
    const versionRows = await transaction.tx
      .select({
        version: faqVersions.version,
        savedAt: faqVersions.savedAt,
        kind: faqVersions.savedByKind,
        name: faqVersions.savedByName,
        restoredFrom: faqVersions.restoredFrom,
        changed: changedFields,
      })
      .from(faqVersions)
      .where(and(eq(faqVersions.workspaceId, transaction.workspaceId), eq(faqVersions.faqId, faqId)))
      .orderBy(desc(faqVersions.version))
    return versionRows.map(({ savedAt, kind, name, restoredFrom, ...row }) => ({
      ...row,
      saved_at: savedAt.toISOString(),
      saved_by: { kind, name },
      restored_from: restoredFrom,
    }))
  })

/** One version, beside the one before it and the FAQ as it is. @throws not_found */
export const readVersion = (
  context: WorkspaceContext,
  faqId: string,
  versionNumber: number,
): Promise<{ content: FaqContent; before: FaqContent | null; now: FaqContent }> =>
  inReadTransaction(context, async (transaction) => {
    const currentRow = await findFaq(transaction, faqId)
    const versionRows = await transaction.tx
      .select()
      .from(faqVersions)
      .where(
        and(
          eq(faqVersions.workspaceId, transaction.workspaceId),
          eq(faqVersions.faqId, faqId),
          inArray(faqVersions.version, [versionNumber, versionNumber - 1]),
        ),
      )
    const versionRow = versionRows.find((versionEntry) => versionEntry.version === versionNumber)
    const previousRow = versionRows.find((versionEntry) => versionEntry.version !== versionNumber)
    if (!versionRow) throw notFound('faq_version')
    return {
      content: contentOfSnapshot(versionRow.content),
      before: previousRow ? contentOfSnapshot(previousRow.content) : null,
      now: contentOf(currentRow),
    }
  })

/**
 * The FAQ says again what it said then, status included; that is a new version, and nothing of the history is lost.
 * @throws not_found, limit `limit.faqs`, invalid `faq.needs_answer`
 */
export function restoreVersion(context: WorkspaceContext, faqId: string, versionNumber: number): Promise<SavedFaq> {
  const planLimit = faqLimit(context)
  return withFaqOrder(context, async (transaction) => {
    const currentFaq = await findFaq(transaction, faqId)
    const [then] = await transaction.tx
      .select()
      .from(faqVersions)
      .where(
        and(
          eq(faqVersions.workspaceId, transaction.workspaceId),
          eq(faqVersions.faqId, faqId),
          eq(faqVersions.version, versionNumber),
        ),
      )
    if (!then) throw notFound('faq_version')
    const restoredContent = contentOfSnapshot(then.content)
    if (!isSameContent(restoredContent, contentOf(currentFaq)))
      await saveContent(transaction, currentFaq, restoredContent, { limit: planLimit, restoredFrom: versionNumber })
    return withWarnings(transaction, await findFaq(transaction, faqId))
  })
}
