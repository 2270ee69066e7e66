import type { AnswerLevel } from '../../workspaces/contract.ts'
import model from './answer-gate.json' with { type: 'json' }

/** Features of the best topic by name; each about 0…1. */
export type GateFeatures = Record<string, number>

interface GateModel {
  /** Least probability for an answer, and for showing the closest topics. */
  answer_from: number
  suggest_from: number
  bias: number
  /** Weight of each feature after it was standardized by mean and deviation. */
  features: Record<string, { weight: number; mean: number; deviation: number }>
}

const FITTED_GATE: GateModel = model
const MAX_DEVIATIONS = 4

/** Result of the decision: answer, show the closest topics without claiming an answer, or refuse. */
export type Tier = 'answer' | 'suggest' | 'refuse'

/** Probability that an answer from the best topic is right. */
export function probabilityRight(
  features: GateFeatures,
  gateModel: Pick<GateModel, 'bias' | 'features'> = FITTED_GATE,
): number {
  let logOdds = gateModel.bias
  for (const [name, { weight, mean, deviation }] of Object.entries(gateModel.features)) {
    const standardDistance = ((features[name] ?? mean) - mean) / deviation
    logOdds += weight * Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, standardDistance))
  }
  return 1 / (1 + Math.exp(-logOdds))
}

/** Factor of the odds from which a level answers. */
const REQUIRED_ODDS: Record<AnswerLevel, number> = { less: 8, usual: 1, more: 1 / 2 }

/** No level answers what is more likely wrong than right. */
const EVEN_ODDS = 1

/** Least probability for an answer at a level. */
export function answerFrom(
  level: AnswerLevel,
  { answer_from: usual }: Pick<GateModel, 'answer_from'> = FITTED_GATE,
): number {
  if (level === 'usual') return usual
  const usualOdds = usual / (1 - usual)
  const requiredOdds = Math.max(usualOdds * REQUIRED_ODDS[level], Math.min(usualOdds, EVEN_ODDS))
  return requiredOdds / (1 + requiredOdds)
}

export const tierOf = (probability: number, level: AnswerLevel): Tier =>
  probability >= answerFrom(level) ? 'answer' : probability >= FITTED_GATE.suggest_from ? 'suggest' : 'refuse'
