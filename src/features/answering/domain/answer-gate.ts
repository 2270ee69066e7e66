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

const GATE: GateModel = model
const MAX_DEVIATIONS = 4

/** Result of the decision: answer, show the closest topics without claiming an answer, or refuse. */
export type Tier = 'answer' | 'suggest' | 'refuse'

/** Probability that an answer from the best topic is right. */
export function probabilityRight(features: GateFeatures, gate: Pick<GateModel, 'bias' | 'features'> = GATE): number {
  let sum = gate.bias
  for (const [name, { weight, mean, deviation }] of Object.entries(gate.features)) {
    const distance = ((features[name] ?? mean) - mean) / deviation
    sum += weight * Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, distance))
  }
  return 1 / (1 + Math.exp(-sum))
}

export const tierOf = (probability: number): Tier =>
  probability >= GATE.answer_from ? 'answer' : probability >= GATE.suggest_from ? 'suggest' : 'refuse'
