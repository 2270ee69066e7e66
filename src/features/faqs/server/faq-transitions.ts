import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { FaqStatus, WrittenFaq } from '../contract.ts'
import { faqs } from './faqs.table.ts'
import { faqVersions } from './history/faq-versions.table.ts'

/** Ids in one statement. */
const BATCH_SIZE = 1_000

export interface FaqTransition {
  faq: typeof faqs.$inferSelect
  /** Status before the transaction; null for a new FAQ. */
  before: FaqStatus | null
}

/** The FAQs that a transaction created or edited, as they are now, each with its former status. */
export async function faqTransitions(
  transaction: Tx,
  workspaceId: string,
  writtenFaqs: readonly WrittenFaq[],
): Promise<FaqTransition[]> {
  const presentFaqs = writtenFaqs.filter(({ change }) => change !== 'deleted')
  const transitions: FaqTransition[] = []
  for (let index = 0; index < presentFaqs.length; index += BATCH_SIZE) {
    const batchById = new Map(
      presentFaqs.slice(index, index + BATCH_SIZE).map((writtenFaq) => [writtenFaq.id, writtenFaq]),
    )
    const statusRows = await transaction
      .select()
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, [...batchById.keys()])))
    const editedRows = statusRows.filter(({ id }) => batchById.get(id)?.change === 'edited')
    const formerByFaq = await formerStatuses(
      transaction,
      workspaceId,
      editedRows.map(({ id, version }) => ({ id, version: version - (batchById.get(id)?.saves ?? 0) })),
    )
    for (const faq of statusRows)
      transitions.push({
        faq,
        // Without the former version, which is kept for a while only, the FAQ counts as edited.
        before: batchById.get(faq.id)?.change === 'created' ? null : (formerByFaq.get(faq.id) ?? faq.status),
      })
  }
  return transitions
}

async function formerStatuses(
  transaction: Tx,
  workspaceId: string,
  versions: readonly { id: string; version: number }[],
): Promise<Map<string, FaqStatus>> {
  if (versions.length === 0) return new Map()
  const wantedVersions = new Map(versions.map(({ id, version }) => [id, version]))
  const statusRows = await transaction
    .select({
      id: faqVersions.faqId,
      version: faqVersions.version,
      status: sql<FaqStatus | null>`content ->> 'status'`,
    })
    .from(faqVersions)
    .where(
      and(
        eq(faqVersions.workspaceId, workspaceId),
        inArray(faqVersions.faqId, [...wantedVersions.keys()]),
        inArray(faqVersions.version, [...new Set(wantedVersions.values())]),
      ),
    )
  return new Map(
    statusRows.flatMap(({ id, version, status }) =>
      status && wantedVersions.get(id) === version ? [[id, status] as const] : [],
    ),
  )
}
