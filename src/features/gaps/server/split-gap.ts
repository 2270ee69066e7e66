import { sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { idList } from '../../../platform/db/index.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { countGaps } from './count-gaps.ts'
import { gapChanged, lockGap } from './lock-gap.ts'
import { ensureExemplars } from './update-exemplars.ts'

/**
 * Phrasings, with all questions put like them, become a gap of their own; questions like them join it from now on.
 * @throws not_found; invalid `gap.nothing_left`
 */
export const splitGap = (context: WorkspaceContext, input: { id: string; phrasing_ids: string[] }): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, input.id)
    const { tx, workspaceId } = transaction
    const made = newId()
    await tx.execute(sql`insert into gaps (workspace_id, id) values (${workspaceId}, ${made})`)
    const { rows } = await tx.execute(
      sql`update gap_questions set gap_id = ${made}, merged_from = null, verification = null, blocker = null
          where workspace_id = ${workspaceId} and gap_id = ${input.id} and question_key in (
            select question_key from gap_questions where workspace_id = ${workspaceId} and gap_id = ${input.id}
              and message_id = any${idList(input.phrasing_ids)})
          returning message_id`,
    )
    if (rows.length === 0) throw notFound('question')
    const { rows: left } = await tx.execute(
      sql`select from gap_questions where workspace_id = ${workspaceId} and gap_id = ${input.id} limit 1`,
    )
    if (left.length === 0) throw new AppError('invalid', 'gap.nothing_left', 'Leave at least one question in the gap.')
    await tx.execute(sql`update gaps set vector = null where workspace_id = ${workspaceId} and id = ${input.id}`)
    for (const one of [input.id, made]) await ensureExemplars(transaction, one)
    await countGaps(transaction, [input.id, made])
    return gapChanged(transaction, made)
  })
