/** One observation of a regression. */
export interface Example {
  inputs: number[]
  label: 0 | 1
  weight: number
}

export interface Coefficients {
  intercept: number
  weights: number[]
}

const ROUNDS = 2000
const RATE = 0.05

/** L2-regularised logistic regression by gradient descent with momentum per coefficient (Adam, Kingma and Ba 2014). */
export function fitLogistic(examples: Example[], penalty = 1e-3): Coefficients {
  const size = (examples[0]?.inputs.length ?? 0) + 1
  const w = new Float64Array(size)
  const first = new Float64Array(size)
  const second = new Float64Array(size)
  const mass = examples.reduce((sum, example) => sum + example.weight, 0)
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(size)
    for (const { inputs, label, weight } of examples) {
      let z = w[0]!
      for (let k = 1; k < size; k++) z += w[k]! * inputs[k - 1]!
      const error = ((1 / (1 + Math.exp(-z)) - label) * weight) / mass
      gradient[0]! += error
      for (let k = 1; k < size; k++) gradient[k]! += error * inputs[k - 1]!
    }
    for (let k = 0; k < size; k++) {
      const g = gradient[k]! + (k ? penalty * w[k]! : 0)
      first[k] = 0.9 * first[k]! + 0.1 * g
      second[k] = 0.999 * second[k]! + 0.001 * g * g
      w[k]! -= (RATE * (first[k]! / (1 - 0.9 ** round))) / (Math.sqrt(second[k]! / (1 - 0.999 ** round)) + 1e-9)
    }
  }
  return { intercept: w[0]!, weights: Array.from(w.slice(1)) }
}

export const logOdds = ({ intercept, weights }: Coefficients, inputs: number[]): number =>
  inputs.reduce((sum, x, index) => sum + x * weights[index]!, intercept)
