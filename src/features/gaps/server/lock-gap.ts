import { and, eq, inArray } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import type { EventMap } from '../../../kernel/events.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import { emit, emitWithin, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Gap, GapState } from '../contract.ts'
import { gapById } from './gaps.queries.ts'
import { gaps } from './gaps.table.ts'

/** Locks the workspace's gaps until the commit: questions are assigned one after another. */
export const lockGaps = ({ tx, workspaceId }: WorkspaceTransaction) => lockNamed(tx, `gaps:${workspaceId}`)

interface LockedGap {
  state: GapState | 'merged'
  faqId: string | null
}

/** A gap as it is and stays until the commit. @throws not_found */
export async function lockGap(
  transaction: WorkspaceTransaction,
  gapId: string,
  lockOptions: { merged?: boolean } = {},
): Promise<LockedGap> {
  await lockGaps(transaction)
  const [row] = await transaction.tx
    .select({ state: gaps.state, faqId: gaps.faqId })
    .from(gaps)
    .where(and(eq(gaps.workspaceId, transaction.workspaceId), eq(gaps.id, gapId)))
  if (!row || (row.state === 'merged') !== (lockOptions.merged ?? false)) throw notFound('gap')
  return row
}

type SettledGap = EventMap['gaps.settled']['gaps'][number]

/** Announces gaps that opened or closed to the subscribers that belong to this transaction. */
export async function announceStates(
  transaction: WorkspaceTransaction,
  gapIds: readonly string[],
  newState: SettledGap['to'],
): Promise<void> {
  if (gapIds.length > 0)
    await emitWithin(transaction, { type: 'gaps.settled', gaps: gapIds.map((gapId) => ({ id: gapId, to: newState })) })
}

/** Notifies the dashboards. @returns the current gap */
export const gapChanged = async (transaction: WorkspaceTransaction, gapId: string): Promise<Gap> => {
  await emit(transaction, { type: 'gaps.changed' })
  return gapById(transaction, gapId)
}

/** A person decided what belongs to these gaps: grouping takes nothing away from them any more. */
export const markCorrected = ({ tx, workspaceId }: WorkspaceTransaction, gapIds: readonly string[]) =>
  tx
    .update(gaps)
    .set({ isCorrected: true })
    .where(and(eq(gaps.workspaceId, workspaceId), inArray(gaps.id, [...gapIds])))

/** Has all questions of a gap asked again, once this transaction has committed. */
export async function scheduleVerification(transaction: WorkspaceTransaction, gapId: string): Promise<void> {
  await transaction.tx
    .update(gaps)
    .set({ verificationState: 'waiting' })
    .where(and(eq(gaps.workspaceId, transaction.workspaceId), eq(gaps.id, gapId)))
  await emit(transaction, { type: 'gaps.verification_requested', id: gapId })
}
