import { type GateFeatures, probabilityRight } from '../../../src/features/answering/domain/answer-gate.ts'
import { fitLogistic } from '../logistic.ts'
import type { AskedItem } from './answer-set.ts'
import type { Verdict } from './judge.ts'

/** A question with what the decision saw of it and what came of an answer. */
export interface JudgedQuestion {
  set: string
  item: AskedItem
  features: GateFeatures
  /** Something forbids the answer, however probable it is. */
  isForbidden: boolean
  /** Verdict on the answer from the first topic, whether or not it would be given. */
  verdict: Verdict
  answer: string
  suggestions: string[]
  /** The right section is among those that would be shown. */
  isShown: boolean
  tier: string
}

export interface FittedGate {
  bias: number
  features: Record<string, { weight: number; mean: number; deviation: number }>
}

/** Strength of the regularization, as a share of the questions. */
const PENALTY = 0.12

/** Chosen, not fitted: few development questions have the feature, and it is right for a third of these. */
const CHOSEN: FittedGate['features'] = { few_words: { weight: -0.405, mean: 0, deviation: 1 } }

/** Fits the weights of the features, of which a question may lack some; partly right answers teach nothing. */
export function fitGate(questions: readonly JudgedQuestion[]): FittedGate {
  const rows = questions.filter(({ verdict }) => verdict !== 'partly')
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features)))].filter((name) => !(name in CHOSEN))
  const columns = names.map((name) => {
    const values = rows.flatMap(({ features }) => features[name] ?? [])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
    return { name, mean, deviation }
  })
  const { intercept, weights } = fitLogistic(
    rows.map(({ features, verdict }) => ({
      inputs: columns.map(({ name, mean, deviation }) =>
        Math.max(-4, Math.min(4, ((features[name] ?? mean) - mean) / deviation)),
      ),
      label: verdict === 'right' ? 1 : 0,
      weight: 1,
    })),
    PENALTY,
  )
  const round = (value: number) => Math.round(value * 1000) / 1000
  return {
    bias: round(intercept),
    features: {
      ...Object.fromEntries(
        columns.map(({ name, mean, deviation }, index) => [
          name,
          { weight: round(weights[index]!), mean: round(mean), deviation: round(deviation) },
        ]),
      ),
      ...CHOSEN,
    },
  }
}

/** Below every bound for an answer, and above every bound for a suggestion. */
const FORBIDDEN = 0.3

/** Probability that decides: a forbidden answer is at most a suggestion. */
export function givenProbability({ features, isForbidden }: JudgedQuestion, gate?: FittedGate): number {
  const probability = probabilityRight(features, gate)
  return isForbidden ? Math.min(probability, FORBIDDEN) : probability
}

/** Probability of each question by a gate that was fitted without its content. */
export function crossValidate(questions: readonly JudgedQuestion[]): Map<JudgedQuestion, number> {
  const out = new Map<JudgedQuestion, number>()
  for (const set of new Set(questions.map((question) => question.set))) {
    const gate = fitGate(questions.filter((question) => question.set !== set))
    for (const question of questions) if (question.set === set) out.set(question, givenProbability(question, gate))
  }
  return out
}

/** Probability that a right answer gets a higher one than a wrong answer (area under the ROC curve). */
export function areaUnderCurve(pairs: readonly { probability: number; isRight: boolean }[]): number {
  const right = pairs.filter(({ isRight }) => isRight)
  const wrong = pairs.filter(({ isRight }) => !isRight)
  let sum = 0
  for (const high of right)
    for (const low of wrong)
      sum += high.probability > low.probability ? 1 : high.probability === low.probability ? 0.5 : 0
  return sum / (right.length * wrong.length || 1)
}
