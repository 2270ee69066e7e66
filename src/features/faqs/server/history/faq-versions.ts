import { and, eq, sql } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { auditActor } from '../audit-actor.ts'
import { contentSnapshot, type FaqRow } from '../faq-columns.ts'
import { faqs } from '../faqs.table.ts'
import type { FaqOrderTransaction } from '../with-faq-order.ts'
import { faqVersions } from './faq-versions.table.ts'

/** Maximum number of versions per FAQ; limits what an API client can store. */
export const VERSIONS_KEPT = 100

/**
 * Keeps what these FAQs say now as their newest version. Each was just created or had its `version` raised: of one number
 * there is one version.
 * @param restoredFrom the version that was brought back
 */
export async function keepVersions(
  transaction: FaqOrderTransaction,
  faqRows: FaqRow[],
  restoredFrom?: number,
): Promise<void> {
  const { tx, workspaceId } = transaction
  const savedBy = auditActor(transaction)
  const idList = sql`${sql.param(faqRows.map(({ id }) => id))}::uuid[]`
  await tx.execute(sql`
    insert into ${faqVersions} (workspace_id, faq_id, version, content, restored_from, saved_by_kind, saved_by_id,
      saved_by_name)
    select workspace_id, id, version, ${contentSnapshot}, ${restoredFrom ?? null}::int, ${savedBy.kind},
      ${savedBy.id}::uuid, ${savedBy.name}
    from ${faqs} where workspace_id = ${workspaceId} and id = any(${idList})`)
  if (faqRows.every(({ version }) => version <= VERSIONS_KEPT)) return
  await tx.execute(sql`
    delete from ${faqVersions} old using ${faqs} faq
    where old.workspace_id = ${workspaceId} and faq.workspace_id = ${workspaceId} and faq.id = any(${idList})
      and old.faq_id = faq.id and old.version <= faq.version - ${VERSIONS_KEPT}::int`)
}

/** Name of the user who saved the current version. */
export async function lastSavedBy(
  { tx, workspaceId }: WorkspaceTransaction,
  { id, version }: FaqRow,
): Promise<{ kind: 'person' | 'api_key' | 'system'; name: string } | null> {
  const [row] = await tx
    .select({ kind: faqVersions.savedByKind, name: faqVersions.savedByName })
    .from(faqVersions)
    .where(and(eq(faqVersions.workspaceId, workspaceId), eq(faqVersions.faqId, id), eq(faqVersions.version, version)))
  return row ?? null
}
