import type { EvalQuery } from './sets.ts'

/** Measured over queries; every figure is a mean in 0…1. */
export interface RetrievalFigures {
  mrr: number
  recall1: number
  recall5: number
  ndcg: number
}

const DEPTH = 10
export const mean = (values: number[]): number => values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length)

/** 1 / the place of the first relevant document among the first ten, else 0. */
export function reciprocalRank(ranking: string[], rel: EvalQuery['rel']): number {
  const position = ranking.slice(0, DEPTH).findIndex((id) => (rel[id] ?? 0) > 0)
  return position < 0 ? 0 : 1 / (position + 1)
}

function ndcg(ranking: string[], rel: EvalQuery['rel']): number {
  const gain = (grades: number[]) =>
    grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
  const ideal = gain(
    Object.values(rel)
      .sort((left, right) => right - left)
      .slice(0, DEPTH),
  )
  return ideal ? gain(ranking.slice(0, DEPTH).map((id) => rel[id] ?? 0)) / ideal : 0
}

export function retrievalFigures(results: { ranking: string[]; rel: EvalQuery['rel'] }[]): RetrievalFigures {
  const hitWithin = (depth: number) =>
    mean(results.map(({ ranking, rel }) => (ranking.slice(0, depth).some((id) => (rel[id] ?? 0) > 0) ? 1 : 0)))
  return {
    mrr: mean(results.map(({ ranking, rel }) => reciprocalRank(ranking, rel))),
    recall1: hitWithin(1),
    recall5: hitWithin(5),
    ndcg: mean(results.map(({ ranking, rel }) => ndcg(ranking, rel))),
  }
}

/** Returns the probability that a random positive ranks above a random negative; ties count half. */
export function areaUnderCurve(positive: number[], negative: number[]): number {
  let wins = 0
  for (const p of positive) for (const n of negative) wins += p > n ? 1 : p === n ? 0.5 : 0
  return wins / Math.max(1, positive.length * negative.length)
}

export function quantile(values: number[], p: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0
}
