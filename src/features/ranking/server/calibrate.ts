import type { Tx } from '../../../platform/db/index.ts'
import { GLOBAL_THRESHOLDS, type Thresholds } from '../domain/decision.ts'

export async function calibrate(_tx: Tx, _workspaceId: string): Promise<Thresholds> {
  return GLOBAL_THRESHOLDS
}
