import { performance } from 'node:perf_hooks'
import type { Engine } from './engine.ts'
import { areaUnderCurve, mean, quantile, type RetrievalFigures, reciprocalRank, retrievalFigures } from './metrics.ts'
import type { Decided, OwnEngine } from './own.ts'
import { type RetrievalSet, type Split, splitOf } from './sets.ts'
import { randomOf, withTypos } from './typos.ts'

export interface EngineFigures extends RetrievalFigures {
  engine: string
  typoMrr: number
  /** Milliseconds. */
  p50: number
  p95: number
}

/** Each question is mistyped as many times: which words are hit decides more than how they are repaired. */
const TYPO_SEEDS = [7, 8, 9, 10, 11]

export async function measureEngine(engine: Engine, set: RetrievalSet, split: Split): Promise<EngineFigures> {
  const queries = splitOf(set.queries, split)
  for (const { text } of queries.slice(0, 20)) await engine.search(text)
  const times: number[] = []
  const results = []
  for (const { text, rel } of queries) {
    const start = performance.now()
    const ranking = await engine.search(text)
    times.push(performance.now() - start)
    results.push({ ranking, rel })
  }
  const mistyped = []
  for (const seed of TYPO_SEEDS) {
    const random = randomOf(seed)
    for (const { text, rel } of queries) {
      mistyped.push(reciprocalRank(await engine.search(withTypos(text, random)), rel))
    }
  }
  return {
    engine: engine.name,
    ...retrievalFigures(results),
    typoMrr: mean(mistyped),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  }
}

export interface RefusalFigures {
  /** Answerable questions against far out-of-scope ones, by the gate's probability; undefined where the set has none. */
  areaFar: number | undefined
  areaNear: number | undefined
  /** Share of far out-of-scope questions that were refused or only suggested. */
  farNotAnswered: number | undefined
  /** Shares of the answerable questions. */
  answered: number
  wronglyRefused: number
  /** Share of the answered questions whose best topic is right. */
  answeredRight: number
}

export async function measureRefusal(engine: OwnEngine, set: RetrievalSet, split: Split): Promise<RefusalFigures> {
  const inScope: Decided[] = []
  for (const { text, rel } of splitOf(set.queries, split)) inScope.push(await engine.decide(text, rel))
  const outOfScope = async (kind: 'far' | 'near') => {
    const questions = set.out_of_scope.filter((question) => question.kind === kind)
    const decided: Decided[] = []
    for (const { text } of splitOf(questions, split)) decided.push(await engine.decide(text))
    return decided
  }
  const far = await outOfScope('far')
  const near = await outOfScope('near')
  const answered = inScope.filter(({ tier }) => tier === 'answer')
  const shareOf = (decided: Decided[], tier: Decided['tier']) => mean(decided.map((one) => (one.tier === tier ? 1 : 0)))
  const probabilities = (decided: Decided[]) => decided.map(({ probability }) => probability)
  const area = (decided: Decided[]) =>
    decided.length ? areaUnderCurve(probabilities(inScope), probabilities(decided)) : undefined
  return {
    areaFar: area(far),
    areaNear: area(near),
    farNotAnswered: far.length ? 1 - shareOf(far, 'answer') : undefined,
    answered: shareOf(inScope, 'answer'),
    wronglyRefused: shareOf(inScope, 'refuse'),
    answeredRight: mean(answered.map(({ right }) => (right ? 1 : 0))),
  }
}
