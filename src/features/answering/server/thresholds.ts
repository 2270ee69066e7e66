import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, workspaceTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { calibrate, GLOBAL_THRESHOLDS, refreshStatistics, type Thresholds } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { answerCalibrations } from './answering.table.ts'

/** The workspace's own thresholds, or those that hold anywhere until its first calibration. */
export async function readThresholds({ tx, workspaceId }: WorkspaceTransaction): Promise<Thresholds> {
  const [row] = await tx.select().from(answerCalibrations).where(eq(answerCalibrations.workspaceId, workspaceId))
  return row ? { answer: row.answerThreshold, refuse: row.refuseThreshold } : GLOBAL_THRESHOLDS
}

/** Recounts frequent terms and refits the thresholds after content has changed; a second run leaves the same rows. */
export const recalibrateJob = (db: Database) =>
  defineJob({
    name: 'answering.recalibrate',
    schema: z.object({ workspace_id: z.uuid() }),
    expireInSeconds: 300,
    handler: async ({ workspace_id: workspaceId }) => {
      const scope = { workspaceId, userId: null }
      await workspaceTransaction(db, scope, (tx) => refreshStatistics(tx, workspaceId))
      await workspaceTransaction(db, scope, async (tx) => {
        const thresholds = await calibrate(tx, workspaceId)
        const values = {
          answerThreshold: thresholds.answer,
          refuseThreshold: thresholds.refuse,
          contentVersion: 0,
          computedAt: new Date(),
        }
        await tx
          .insert(answerCalibrations)
          .values({ workspaceId, ...values })
          .onConflictDoUpdate({ target: answerCalibrations.workspaceId, set: values })
      })
    },
  })
