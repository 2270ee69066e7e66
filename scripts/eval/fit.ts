// node scripts/eval/fit.ts --data FOLDER
// Refits learned parameters on the even queries only. Prints the weights of the score (a coordinate search on MRR@10
// from the current ones) and the coefficients of the confidence.
import { parseArgs } from 'node:util'
import { confidenceInputs } from '../../src/features/ranking/domain/rank/confidence.ts'
import { FEATURE_WEIGHTS, FEATURES, shapedFeature } from '../../src/features/ranking/domain/rank/weights.ts'
import type { SearchOutcome } from '../../src/features/ranking/server/index.ts'
import { type Coefficients, type Example, fitLogistic, logOdds } from './logistic.ts'
import { areaUnderCurve } from './metrics.ts'
import { ownEngine } from './own.ts'
import { loadSets, type RetrievalSet, splitOf } from './sets.ts'
import { randomOf, shuffled } from './typos.ts'
import { type RankedQuery, searchWeights } from './weight-search.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, weights: { type: 'boolean', default: false } } })
if (!values.data) {
  console.error('Usage: node scripts/eval/fit.ts --data FOLDER [--weights]')
  process.exit(2)
}
const MAX_QUERIES = 200
const FOREIGN_A_SET = 120
const SMALL_WORKSPACE = 20
const ALL_HITS = 100

const sets = loadSets(values.data)
const random = randomOf(11)
const sample = <T>(items: T[], size: number): T[] => shuffled(items, random).slice(0, size)

/** The set as it is, and cut down to a workspace of a few entries. */
function workspacesOf(set: RetrievalSet): RetrievalSet[] {
  const docs = sample(set.docs, SMALL_WORKSPACE)
  const ids = new Set(docs.map((doc) => doc.id))
  const queries = splitOf(set.queries, 'even').filter((query) => Object.keys(query.rel).every((id) => ids.has(id)))
  return [
    { ...set, queries: sample(splitOf(set.queries, 'even'), MAX_QUERIES) },
    { ...set, name: `${set.name}, ${SMALL_WORKSPACE} entries`, docs, queries, out_of_scope: set.out_of_scope },
  ]
}

/** Questions that belong to other sets of the same language, and the set's own far ones. */
function foreignTo(set: RetrievalSet): string[] {
  const subject = set.name.split(/[-,]/)[0]!
  const others = sets.filter(
    (other) =>
      other.lang === set.lang &&
      !other.name.startsWith(subject) &&
      !(subject === 'xquad' && other.name === 'squad2') &&
      !(subject === 'squad2' && other.name.startsWith('xquad')),
  )
  const far = splitOf(
    set.out_of_scope.filter((question) => question.kind === 'far'),
    'even',
  )
  const strangers = sample(
    others.flatMap((other) => splitOf(other.queries, 'even')),
    FOREIGN_A_SET,
  )
  return [...far, ...strangers].map((question) => question.text)
}

const ranked: Record<string, RankedQuery[]> = {}
/** Inputs of the confidence for each question. */
const workspaces: { name: string; own: number[][]; foreign: number[][] }[] = []
for (const set of sets.flatMap(workspacesOf)) {
  const engine = await ownEngine(set)
  const isRight = ({ chunk_id, same_as }: SearchOutcome['hits'][number], rel: Record<string, number>) =>
    [chunk_id, ...same_as].some((id) => (rel[engine.documentOf(id)] ?? 0) > 0)
  const own: number[][] = []
  const queries: RankedQuery[] = []
  for (const { text, rel } of set.queries) {
    const outcome = await engine.ask(text, ALL_HITS)
    own.push(confidenceInputs(outcome))
    queries.push(
      outcome.hits.map((hit) => ({
        features: FEATURES.map((f) => shapedFeature(f, hit.features[f])),
        right: isRight(hit, rel),
      })),
    )
  }
  if (!set.name.includes(',')) ranked[set.name] = queries
  const foreign = []
  for (const text of foreignTo(set)) foreign.push(confidenceInputs(await engine.ask(text, 10)))
  workspaces.push({ name: set.name, own, foreign })
  await engine.close()
  console.log(`${set.name}: ${own.length} questions, ${foreign.length} foreign ones`)
}

if (values.weights) {
  const found = searchWeights(
    ranked,
    FEATURES.map((f) => FEATURE_WEIGHTS[f]),
  )
  console.log('Weights:', Object.fromEntries(FEATURES.map((f, index) => [f, found[index]])))
}

/** Every workspace weighs the same, and so do its own and the foreign questions. */
const examplesOf = ({ own, foreign }: (typeof workspaces)[number]): Example[] => [
  ...own.map((inputs): Example => ({ inputs, label: 1, weight: 1 / Math.max(1, own.length) })),
  ...foreign.map((inputs): Example => ({ inputs, label: 0, weight: 1 / Math.max(1, foreign.length) })),
]
const shown = ({ intercept, weights }: Coefficients) =>
  `${intercept.toFixed(2)}; ${weights.map((w) => Number(w.toFixed(2))).join(', ')}`
const coefficients = fitLogistic(workspaces.flatMap(examplesOf))
console.log('Confidence:', shown(coefficients))
for (const { name, own, foreign } of workspaces) {
  const others = fitLogistic(workspaces.filter((w) => !name.startsWith(w.name.split(',')[0]!)).flatMap(examplesOf))
  const areaBy = (fitted: Coefficients) => {
    const confidences = (inputs: number[][]) => inputs.map((one) => logOdds(fitted, one))
    return areaUnderCurve(confidences(own), confidences(foreign)).toFixed(3)
  }
  console.log(`${name}: AUROC ${areaBy(coefficients)} (fitted without it ${areaBy(others)})`)
}
