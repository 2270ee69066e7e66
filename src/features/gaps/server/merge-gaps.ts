import { sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { countGaps } from './count-gaps.ts'
import { gapChanged, lockGap, scheduleVerification } from './lock-gap.ts'
import { ensureExemplars } from './update-exemplars.ts'

/**
 * Moves all questions of one gap to another, and verifies the target again if it was verified.
 * @throws not_found, invalid
 */
export const mergeGaps = (
  context: WorkspaceContext,
  { id, into_id: into }: { id: string; into_id: string },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, id)
    const target = await lockGap(transaction, into)
    if (id === into) throw new AppError('invalid', 'gap.same_gap', 'Choose another gap to merge this one into.')
    const { tx, workspaceId } = transaction
    await tx.execute(
      sql`update gap_questions set gap_id = ${into}, merged_from = ${id}, verification = null, blocker = null
          where workspace_id = ${workspaceId} and gap_id = ${id}`,
    )
    await tx.execute(
      sql`update gaps set state = 'merged', merged_into = ${into}, vector = null
          where workspace_id = ${workspaceId} and id = ${id}`,
    )
    await tx.execute(sql`update gaps set vector = null where workspace_id = ${workspaceId} and id = ${into}`)
    await ensureExemplars(transaction, into)
    await countGaps(transaction, [id, into])
    if (target.faqId) await scheduleVerification(transaction, into)
    return gapChanged(transaction, into)
  })

/** Takes a merge back: what came from the gap returns to it. @throws not_found */
export const unmergeGap = (context: WorkspaceContext, id: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, id, { merged: true })
    const { tx, workspaceId } = transaction
    const { rows } = await tx.execute<{ gap_id: string }>(
      sql`with back as (
            select message_id, gap_id from gap_questions where workspace_id = ${workspaceId} and merged_from = ${id}
          )
          update gap_questions q set gap_id = ${id}, merged_from = null, verification = null, blocker = null
          from back where q.workspace_id = ${workspaceId} and q.message_id = back.message_id
          returning back.gap_id`,
    )
    if (rows.length === 0) throw notFound('gap')
    await tx.execute(
      sql`update gaps set state = 'open', merged_into = null where workspace_id = ${workspaceId} and id = ${id}`,
    )
    const left = [...new Set(rows.map(({ gap_id }) => gap_id))]
    for (const one of [id, ...left]) await ensureExemplars(transaction, one)
    await countGaps(transaction, [id, ...left])
    return gapChanged(transaction, id)
  })
