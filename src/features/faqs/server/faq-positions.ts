import { and, between, eq, sql } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { faqs } from './faqs.table.ts'
import { type FaqOrderTransaction, noteChange } from './with-faq-order.ts'

export async function lastPosition({ tx, workspaceId }: WorkspaceTransaction): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${faqs.displayOrder}), 0)::int` })
    .from(faqs)
    .where(eq(faqs.workspaceId, workspaceId))
  return row?.last ?? 0
}

/**
 * Moves a FAQ to another position and shifts those in between, so that positions stay 1..n. A position beyond an end
 * means that end.
 * @returns the new position, and the number of written rows
 */
export async function moveFaq(
  transaction: FaqOrderTransaction,
  { id, displayOrder: from }: { id: string; displayOrder: number },
  position: number,
): Promise<{ displayOrder: number; moved: number }> {
  const targetPosition = Math.min(Math.max(1, position), await lastPosition(transaction))
  if (targetPosition === from) return { displayOrder: targetPosition, moved: 0 }
  const [low, high, step] = from < targetPosition ? [from, targetPosition, -1] : [targetPosition, from, 1]
  const { rowCount } = await transaction.tx
    .update(faqs)
    .set({
      displayOrder: sql`case when ${faqs.id} = ${id}::uuid then ${targetPosition}::int else ${faqs.displayOrder} + ${step}::int end`,
    })
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), between(faqs.displayOrder, low, high)))
  noteChange(transaction, [id])
  return { displayOrder: targetPosition, moved: rowCount ?? 0 }
}

/** Numbers the order 1..n again after deletions; only FAQs whose position changes are written. */
export async function closeGaps({ tx, workspaceId }: FaqOrderTransaction): Promise<void> {
  await tx.execute(sql`
    update ${faqs} faq set display_order = place.number
    from (select id, row_number() over (order by display_order, id)::int as number
          from ${faqs} where workspace_id = ${workspaceId}) place
    where faq.workspace_id = ${workspaceId} and faq.id = place.id and faq.display_order <> place.number`)
}

/** Moves FAQs up just enough to leave these places of 1..n free, given in ascending order. */
export async function shiftPositionsFrom({ tx, workspaceId }: FaqOrderTransaction, shiftedBy: number[]): Promise<void> {
  await tx.execute(sql`
    with staying as (
      select id, row_number() over (order by display_order, id) as rank from ${faqs} where workspace_id = ${workspaceId}
    ), free as (
      select number::int, row_number() over (order by number) as rank
      from generate_series(1, (select count(*) from staying) + ${shiftedBy.length}::int) number
      where number <> all(${sql.param(shiftedBy)}::int[])
    )
    update ${faqs} faq set display_order = free.number
    from staying join free using (rank)
    where faq.workspace_id = ${workspaceId} and faq.id = staying.id and faq.display_order <> free.number`)
}
