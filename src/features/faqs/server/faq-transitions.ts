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
  written: readonly WrittenFaq[],
): Promise<FaqTransition[]> {
  const present = written.filter(({ change }) => change !== 'deleted')
  const transitions: FaqTransition[] = []
  for (let index = 0; index < present.length; index += BATCH_SIZE) {
    const batch = new Map(present.slice(index, index + BATCH_SIZE).map((one) => [one.id, one]))
    const rows = await transaction
      .select()
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, [...batch.keys()])))
    const edited = rows.filter(({ id }) => batch.get(id)?.change === 'edited')
    const former = await formerStatuses(
      transaction,
      workspaceId,
      edited.map(({ id, version }) => ({ id, version: version - (batch.get(id)?.saves ?? 0) })),
    )
    for (const faq of rows)
      transitions.push({
        faq,
        // Without the former version, which is kept for a while only, the FAQ counts as edited.
        before: batch.get(faq.id)?.change === 'created' ? null : (former.get(faq.id) ?? faq.status),
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
  const wanted = new Map(versions.map(({ id, version }) => [id, version]))
  const rows = await transaction
    .select({
      id: faqVersions.faqId,
      version: faqVersions.version,
      status: sql<FaqStatus | null>`content ->> 'status'`,
    })
    .from(faqVersions)
    .where(
      and(
        eq(faqVersions.workspaceId, workspaceId),
        inArray(faqVersions.faqId, [...wanted.keys()]),
        inArray(faqVersions.version, [...new Set(wanted.values())]),
      ),
    )
  return new Map(
    rows.flatMap(({ id, version, status }) => (status && wanted.get(id) === version ? [[id, status] as const] : [])),
  )
}
