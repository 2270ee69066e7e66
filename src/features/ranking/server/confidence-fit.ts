import { createHash } from 'node:crypto'
import { WEIGHTS } from '../domain/rank/weights.ts'
import { CONFIDENCE_FIT } from '../domain/thresholds/confidence.ts'
import { GLOBAL_THRESHOLDS } from '../domain/thresholds/thresholds.ts'

/**
 * Identifies the scale of the confidence. Thresholds fitted on another scale are invalid, so they are stored with this
 * value.
 */
export const confidenceFit: string = createHash('sha256')
  .update(JSON.stringify([WEIGHTS, CONFIDENCE_FIT, GLOBAL_THRESHOLDS]))
  .digest('hex')
  .slice(0, 16)
