import { mean } from './metrics.ts'

/** The candidates of one question, as features. */
export type RankedQuery = { features: number[]; right: boolean }[]

const STEPS = [0.5, 0.75, 1.33, 2]
const WORTHWHILE = 0.0005
const ROUNDS = 3

const score = (features: number[], weights: number[]): number =>
  features.reduce((sum, x, k) => sum + x * weights[k]!, 0)

function reciprocalRankOf(query: RankedQuery, weights: number[]): number {
  const scored = query.map(({ features, right }) => ({ value: score(features, weights), right }))
  const best = Math.max(...scored.filter((hit) => hit.right).map((hit) => hit.value))
  if (!Number.isFinite(best)) return 0
  const rank = 1 + scored.filter((hit) => !hit.right && hit.value > best).length
  return rank <= 10 ? 1 / rank : 0
}

/** MRR@10, every set weighing the same. */
export const meanRank = (sets: Record<string, RankedQuery[]>, weights: number[]): number =>
  mean(Object.values(sets).map((queries) => mean(queries.map((query) => reciprocalRankOf(query, weights)))))

/** Changes one weight at a time by a factor, as long as it pays on the mean over all sets. */
export function searchWeights(sets: Record<string, RankedQuery[]>, from: number[]): number[] {
  let weights = [...from]
  let best = meanRank(sets, weights)
  console.log(`Weights at the start: MRR@10 ${best.toFixed(4)}`)
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false
    for (let k = 0; k < weights.length; k++) {
      for (const step of STEPS) {
        const tried = weights.map((w, index) => (index === k ? Math.round((w || 0.1) * step * 100) / 100 : w))
        const value = meanRank(sets, tried)
        if (value < best + WORTHWHILE) continue
        best = value
        weights = tried
        changed = true
      }
    }
    if (!changed) break
  }
  console.log(`Weights found: MRR@10 ${best.toFixed(4)}`)
  return weights
}
