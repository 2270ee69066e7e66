import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, type Tx, workspaceTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import {
  calibrate,
  GLOBAL_THRESHOLDS,
  knownSize,
  refreshStatistics,
  type Thresholds,
} from '../../ranking/server/index.ts'
import { readPublicInfo, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { answerCalibrations } from './answering.table.ts'

/** The workspace's own thresholds, or those that hold anywhere until its first calibration. */
export async function readThresholds({ tx, workspaceId }: WorkspaceTransaction): Promise<Thresholds> {
  const [row] = await tx.select().from(answerCalibrations).where(eq(answerCalibrations.workspaceId, workspaceId))
  return row ? { answer: row.answerThreshold, refuse: row.refuseThreshold } : GLOBAL_THRESHOLDS
}

/** Seconds a recalibration waits for writes to settle: a moment when there was none lately, longer while it goes on. */
const SETTLE_SECONDS = 2
const MINIMUM_INTERVAL_SECONDS = 60
/** The more there is the longer it takes, and the less a single change moves. */
const ENTRIES_A_SECOND = 100

/** How long to wait before the workspace is calibrated again; `tx` is the transaction that changed its content. */
export async function calibrationDelay(tx: Tx, workspaceId: string): Promise<number> {
  const [row] = await tx
    .select({ computedAt: answerCalibrations.computedAt })
    .from(answerCalibrations)
    .where(eq(answerCalibrations.workspaceId, workspaceId))
  if (!row) return SETTLE_SECONDS
  const since = (Date.now() - row.computedAt.getTime()) / 1000
  const interval = Math.max(MINIMUM_INTERVAL_SECONDS, (await knownSize(tx, workspaceId)) / ENTRIES_A_SECOND)
  return Math.max(SETTLE_SECONDS, Math.ceil(interval - since))
}

/** Recounts frequent terms and refits the thresholds after content has changed; a second run leaves the same rows. */
export const recalibrateJob = (db: Database) =>
  defineJob({
    name: 'answering.recalibrate',
    schema: z.object({ workspace_id: z.uuid() }),
    expireInSeconds: 300,
    handler: async ({ workspace_id: workspaceId }, { signal }) => {
      const within = <T>(work: (tx: Tx) => Promise<T>) => workspaceTransaction(db, { workspaceId, userId: null }, work)
      await within((tx) => refreshStatistics(tx, workspaceId))
      const contentVersion = await within(async (tx) => (await readPublicInfo(tx, workspaceId))?.contentVersion)
      if (contentVersion === undefined) return
      const { answer, refuse } = await calibrate(within, workspaceId, { db, signal })
      const values = { answerThreshold: answer, refuseThreshold: refuse, contentVersion, computedAt: new Date() }
      await within((tx) =>
        tx
          .insert(answerCalibrations)
          .values({ workspaceId, ...values })
          .onConflictDoUpdate({ target: answerCalibrations.workspaceId, set: values }),
      )
    },
  })
