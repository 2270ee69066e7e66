import { sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Group, GroupState } from '../contract.ts'
import { groupById } from './groups.queries.ts'

/** Locks the workspace's groups until the commit: questions are assigned one after another. */
export const lockGroups = ({ tx, workspaceId }: WorkspaceTransaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`loop:${workspaceId}`}, 0))`)

interface Locked {
  state: GroupState | 'merged'
  faqId: string | null
}

/** A group as it is and stays until the commit. @throws not_found */
export async function lockGroup(
  transaction: WorkspaceTransaction,
  id: string,
  options: { merged?: boolean } = {},
): Promise<Locked> {
  await lockGroups(transaction)
  const { rows } = await transaction.tx.execute<{ state: Locked['state']; faq_id: string | null }>(
    sql`select state, faq_id from question_groups where workspace_id = ${transaction.workspaceId} and id = ${id}`,
  )
  const [row] = rows
  if (!row || (row.state === 'merged') !== (options.merged ?? false)) throw notFound('group')
  return { state: row.state, faqId: row.faq_id }
}

/** Notifies the dashboards. @returns the current group */
export const changedGroup = async (transaction: WorkspaceTransaction, id: string): Promise<Group> => {
  await emit(transaction, { type: 'loop.changed' })
  return groupById(transaction, id)
}

/** Has all questions of a group asked again, once this transaction has committed. */
export async function wantProof(transaction: WorkspaceTransaction, id: string): Promise<void> {
  await transaction.tx.execute(
    sql`update question_groups set proof_state = 'waiting' where workspace_id = ${transaction.workspaceId} and id = ${id}`,
  )
  await emit(transaction, { type: 'loop.proof_wanted', id })
}
