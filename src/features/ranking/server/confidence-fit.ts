import { createHash } from 'node:crypto'
import { CONFIDENCE_FIT } from '../domain/confidence.ts'
import { GLOBAL_THRESHOLDS } from '../domain/thresholds.ts'
import { WEIGHTS } from '../domain/weights.ts'

/**
 * Names the scale that the confidence is on. Bounds that were fitted on another one mean nothing on this one: whoever
 * keeps bounds keeps this with them.
 */
export const confidenceFit: string = createHash('sha256')
  .update(JSON.stringify([WEIGHTS, CONFIDENCE_FIT, GLOBAL_THRESHOLDS]))
  .digest('hex')
  .slice(0, 16)
