import { performance } from 'node:perf_hooks'
import { confidence, decideOn, type SearchOutcome, type Thresholds } from '../../src/features/ranking/server/index.ts'
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
    const z = confidence(outcome)
    inScope.push({ z, right, decision: decideOn(outcome, z, thresholds) })
  }
  const zOf = async (kind: 'far' | 'near') => {
    const out: { z: number; isAnswered: boolean }[] = []
    for (const { text } of splitOf(
      set.out_of_scope.filter((question) => question.kind === kind),
      split,
    ))
      out.push(asked(await engine.ask(text, 10), thresholds))
    return out
  }
  const far = await zOf('far')
  const near = await zOf('near')
  const z = inScope.map((question) => question.z)
  const answered = inScope.filter((question) => question.decision === 'answer')
  const zs = (questions: { z: number }[]) => questions.map((question) => question.z)
  return {
    areaFar: far.length ? areaUnderCurve(z, zs(far)) : undefined,
    areaNear: near.length ? areaUnderCurve(z, zs(near)) : undefined,
    farNotAnswered: far.length ? mean(far.map(({ isAnswered }) => (isAnswered ? 0 : 1))) : undefined,
    answered: answered.length / Math.max(1, z.length),
    wronglyRefused: mean(inScope.map(({ decision }) => (decision === 'refuse' ? 1 : 0))),
    answeredRight: mean(answered.map((question) => (question.right ? 1 : 0))),
    thresholds,
  }
}

function asked(outcome: SearchOutcome, thresholds: Thresholds): { z: number; isAnswered: boolean } {
  const z = confidence(outcome)
  return { z, isAnswered: decideOn(outcome, z, thresholds) === 'answer' }
}
