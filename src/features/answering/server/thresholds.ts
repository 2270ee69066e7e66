import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { confidenceFit, GLOBAL_THRESHOLDS, type Thresholds } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { answerCalibrations } from './answering.table.ts'

/** A calibration of the workspace that holds: one on an earlier version's scale of confidence does not. */
const valid = (workspaceId: string) =>
  and(eq(answerCalibrations.workspaceId, workspaceId), eq(answerCalibrations.fit, confidenceFit))

/** The workspace's own thresholds, or those that hold anywhere until its first calibration. */
export async function readThresholds({ tx, workspaceId }: WorkspaceTransaction): Promise<Thresholds> {
  const [row] = await tx.select().from(answerCalibrations).where(valid(workspaceId))
  return row ? { answer: row.answerThreshold, refuse: row.refuseThreshold } : GLOBAL_THRESHOLDS
}

/** Debounce of recalibration in seconds: short after a single write, longer while writes continue. */
const SETTLE_SECONDS = 2
const INTERVAL_SECONDS = 60

/** Returns the delay until the workspace is recalibrated; `tx` is the transaction that changed its content. */
export async function calibrationDelay(transaction: Tx, workspaceId: string): Promise<number> {
  const [row] = await transaction
    .select({ computedAt: answerCalibrations.computedAt })
    .from(answerCalibrations)
    .where(valid(workspaceId))
  if (!row) return SETTLE_SECONDS
  const since = (Date.now() - row.computedAt.getTime()) / 1000
  return Math.max(SETTLE_SECONDS, Math.ceil(INTERVAL_SECONDS - since))
}
