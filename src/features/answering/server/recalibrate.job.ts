import { ne } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction, type Tx, workspaceTransaction } from '../../../platform/db/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import { calibrate, confidenceFit, deleteOldChanges } from '../../ranking/server/index.ts'
import { readPublicInfo } from '../../workspaces/server/index.ts'
import { answerCalibrations } from './answering.table.ts'

/** Refits the thresholds after content has changed; a second run leaves the same rows. */
export const recalibrateJob = (db: Database) =>
  defineJob({
    name: 'answering.recalibrate',
    schema: z.object({ workspace_id: z.uuid() }),
    expireInSeconds: 300,
    handler: async ({ workspace_id: workspaceId }, { signal }) => {
      const within = <T>(work: (transaction: Tx) => Promise<T>) =>
        workspaceTransaction(db, { workspaceId, userId: null }, work)
      await within((transaction) => deleteOldChanges(transaction, workspaceId))
      const contentVersion = await within(
        async (transaction) => (await readPublicInfo(transaction, workspaceId))?.contentVersion,
      )
      if (contentVersion === undefined) return
      const { answer, refuse } = await calibrate(db, workspaceId, signal)
      const bounds = { answerThreshold: answer, refuseThreshold: refuse, fit: confidenceFit }
      const values = { ...bounds, contentVersion, computedAt: new Date() }
      await within((transaction) =>
        transaction
          .insert(answerCalibrations)
          .values({ workspaceId, ...values })
          .onConflictDoUpdate({ target: answerCalibrations.workspaceId, set: values }),
      )
    },
  })

/** Workspaces per hour, some seconds each, in the background. Until then they use the global thresholds. */
const ANEW_AT_ONCE = 500

/** Recalibrates workspaces after a new version has changed the meaning of the confidence. */
export const calibrateAnewJob = (db: Database, recalibrate: ReturnType<typeof recalibrateJob>, jobs: () => Jobs) =>
  defineJob({
    name: 'answering.calibrate-anew',
    schema: z.object({}),
    cron: '37 * * * *',
    handler: async () => {
      const rows = await systemTransaction(db, (transaction) =>
        transaction
          .select({ id: answerCalibrations.workspaceId })
          .from(answerCalibrations)
          .where(ne(answerCalibrations.fit, confidenceFit))
          .orderBy(answerCalibrations.workspaceId)
          .limit(ANEW_AT_ONCE),
      )
      for (const { id } of rows) await jobs().send(null, recalibrate, { workspace_id: id }, { singletonKey: id })
    },
  })
