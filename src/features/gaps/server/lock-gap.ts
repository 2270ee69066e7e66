import { sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Gap, GapState } from '../contract.ts'
import { gapById } from './gaps.queries.ts'

/** Locks the workspace's gaps until the commit: questions are assigned one after another. */
export const lockGaps = ({ tx, workspaceId }: WorkspaceTransaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gaps:${workspaceId}`}, 0))`)

interface Locked {
  state: GapState | 'merged'
  faqId: string | null
}

/** A gap as it is and stays until the commit. @throws not_found */
export async function lockGap(
  transaction: WorkspaceTransaction,
  id: string,
  options: { merged?: boolean } = {},
): Promise<Locked> {
  await lockGaps(transaction)
  const { rows } = await transaction.tx.execute<{ state: Locked['state']; faq_id: string | null }>(
    sql`select state, faq_id from gaps where workspace_id = ${transaction.workspaceId} and id = ${id}`,
  )
  const [row] = rows
  if (!row || (row.state === 'merged') !== (options.merged ?? false)) throw notFound('gap')
  return { state: row.state, faqId: row.faq_id }
}

/** Notifies the dashboards. @returns the current gap */
export const gapChanged = async (transaction: WorkspaceTransaction, id: string): Promise<Gap> => {
  await emit(transaction, { type: 'gaps.changed' })
  return gapById(transaction, id)
}

/** Has all questions of a gap asked again, once this transaction has committed. */
export async function scheduleVerification(transaction: WorkspaceTransaction, id: string): Promise<void> {
  await transaction.tx.execute(
    sql`update gaps set verification_state = 'waiting' where workspace_id = ${transaction.workspaceId} and id = ${id}`,
  )
  await emit(transaction, { type: 'gaps.verification_requested', id })
}
