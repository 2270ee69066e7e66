import { performance } from 'node:perf_hooks'
import { confidence, decide } from '../../src/features/ranking/server/index.ts'
import type { Engine } from './engine.ts'
import { areaUnderCurve, mean, quantile, type RetrievalFigures, reciprocalRank, retrievalFigures } from './metrics.ts'
import type { OwnEngine } from './own.ts'
import { type RetrievalSet, type Split, splitOf } from './sets.ts'
import { randomOf, withTypos } from './typos.ts'

export interface EngineFigures extends RetrievalFigures {
  engine: string
  typoMrr: number
  /** Milliseconds. */
  p50: number
  p95: number
}

const TYPO_SEED = 7

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
  const random = randomOf(TYPO_SEED)
  const mistyped = []
  for (const { text, rel } of queries) mistyped.push(reciprocalRank(await engine.search(withTypos(text, random)), rel))
  return {
    engine: engine.name,
    ...retrievalFigures(results),
    typoMrr: mean(mistyped),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  }
}

export interface RefusalFigures {
  /** Answerable questions against far out-of-scope ones, by confidence; undefined where the set has none. */
  areaFar: number | undefined
  areaNear: number | undefined
  /** Share of far out-of-scope questions that were refused or only suggested. */
  farNotAnswered: number | undefined
  /** Shares of the answerable questions. */
  answered: number
  wronglyRefused: number
  /** Share of the answered questions whose best hit is right. */
  answeredRight: number
  thresholds: { answer: number; refuse: number }
}

export async function measureRefusal(engine: OwnEngine, set: RetrievalSet, split: Split): Promise<RefusalFigures> {
  const thresholds = await engine.calibrate()
  const inScope = []
  for (const { text, rel } of splitOf(set.queries, split)) {
    const outcome = await engine.ask(text, 10)
    const top = outcome.hits[0]
    const right = [top?.chunk_id ?? '', ...(top?.same_as ?? [])].some((id) => (rel[engine.documentOf(id)] ?? 0) > 0)
    inScope.push({ z: confidence(outcome), right })
  }
  const zOf = async (kind: 'far' | 'near') => {
    const out: number[] = []
    for (const { text } of splitOf(
      set.out_of_scope.filter((question) => question.kind === kind),
      split,
    ))
      out.push(confidence(await engine.ask(text, 10)))
    return out
  }
  const far = await zOf('far')
  const near = await zOf('near')
  const z = inScope.map((question) => question.z)
  const answered = inScope.filter((question) => decide(question.z, thresholds) === 'answer')
  return {
    areaFar: far.length ? areaUnderCurve(z, far) : undefined,
    areaNear: near.length ? areaUnderCurve(z, near) : undefined,
    farNotAnswered: far.length ? mean(far.map((x) => (decide(x, thresholds) === 'answer' ? 0 : 1))) : undefined,
    answered: answered.length / Math.max(1, z.length),
    wronglyRefused: mean(z.map((x) => (decide(x, thresholds) === 'refuse' ? 1 : 0))),
    answeredRight: mean(answered.map((question) => (question.right ? 1 : 0))),
    thresholds,
  }
}
