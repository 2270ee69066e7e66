import { and, between, eq, sql } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { lastPosition } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/**
 * Moves a FAQ to another position and shifts those in between, so that positions stay 1..n. A position beyond an end
 * means that end. The caller holds `lockOrder` and calls `faqsChanged` last.
 * @returns the new position, and the number of written rows
 */
export async function moveFaq(
  transaction: WorkspaceTransaction,
  { id, displayOrder: from }: { id: string; displayOrder: number },
  position: number,
): Promise<{ displayOrder: number; moved: number }> {
  const to = Math.min(Math.max(1, position), await lastPosition(transaction))
  if (to === from) return { displayOrder: to, moved: 0 }
  const [low, high, step] = from < to ? [from, to, -1] : [to, from, 1]
  const { rowCount } = await transaction.tx
    .update(faqs)
    .set({
      displayOrder: sql`case when ${faqs.id} = ${id}::uuid then ${to}::int else ${faqs.displayOrder} + ${step}::int end`,
    })
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), between(faqs.displayOrder, low, high)))
  return { displayOrder: to, moved: rowCount ?? 0 }
}
