import { sql } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { faqs } from './faqs.table.ts'

/** Numbers the order 1..n again after some are gone; only those that move are written. Hold `lockOrder`. */
export async function closeGaps({ tx, workspaceId }: WorkspaceTransaction): Promise<void> {
  await tx.execute(sql`
    update ${faqs} faq set display_order = place.number
    from (select id, row_number() over (order by display_order, id)::int as number
          from ${faqs} where workspace_id = ${workspaceId}) place
    where faq.workspace_id = ${workspaceId} and faq.id = place.id and faq.display_order <> place.number`)
}

/** Moves FAQs up just enough to leave these places of 1..n free, given in ascending order. Hold `lockOrder`. */
export async function makeRoomAt({ tx, workspaceId }: WorkspaceTransaction, places: number[]): Promise<void> {
  await tx.execute(sql`
    with staying as (
      select id, row_number() over (order by display_order, id) as rank from ${faqs} where workspace_id = ${workspaceId}
    ), free as (
      select number::int, row_number() over (order by number) as rank
      from generate_series(1, (select count(*) from staying) + ${places.length}::int) number
      where number <> all(${sql.param(places)}::int[])
    )
    update ${faqs} faq set display_order = free.number
    from staying join free using (rank)
    where faq.workspace_id = ${workspaceId} and faq.id = staying.id and faq.display_order <> free.number`)
}
