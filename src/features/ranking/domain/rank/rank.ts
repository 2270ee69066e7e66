import { inverseDocumentFrequency, K, lengthNorm, saturate } from '../formulas.ts'
import { FIELDS } from '../impacts.ts'
import type { SearchHit } from '../outcome.ts'
import type { PreparedEntry } from '../prepared.ts'
import { FEATURES, type FeatureName, WEIGHTS } from '../weights.ts'
import { likenessFeature } from './likeness-feature.ts'
import { pairsFeature } from './pairs-feature.ts'
import { phrasingFeatures } from './phrasing-features.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { QuestionModel } from './question-model.ts'
import { type EntryScan, scanEntry } from './scan.ts'
import { sentenceFeatures } from './sentence-features.ts'

const CHARACTERS_PER_WORD = 5

export interface RankedEntry {
  hit: SearchHit
  fingerprint: string
}

/**
 * Scores the candidates by a weighted sum of features (listed in weights.ts), the best first; equal scores in the order
 * given. Each feature is normalised by what a perfect match of this question would be worth.
 */
export function rank(
  question: AskedQuestion,
  candidates: PreparedEntry[],
  collection: Collection,
  weights: Record<FeatureName, number> = WEIGHTS,
): RankedEntry[] {
  const model = new QuestionModel(question, collection)
  const scans = candidates.map((entry) => scanEntry(model, entry))
  const bigrams = candidates.map((entry, i) => bigramValues(model, entry, scans[i]!))
  const grams = candidates.map((entry, i) => gramValues(model, entry, scans[i]!))
  const bigramFit = weigher(bigrams, model.bigrams, () => 1)
  const gramFit = weigher(grams, model.gramCounts.length, (i) => model.gramCounts[i]!)
  return candidates
    .map((prepared, i) => {
      const scan = scans[i]!
      const { best_sentence, sentence } = sentenceFeatures(model, prepared, scan)
      const features: Record<FeatureName, number> = {
        ...fieldFeatures(model, prepared, scan),
        ...phrasingFeatures(model, prepared, scan),
        bigrams: bigramFit(bigrams[i]!),
        characters: gramFit(grams[i]!),
        sentence,
        likeness: likenessFeature(model, prepared, scan),
        pairs: pairsFeature(model, scan),
        synonyms: synonymFeature(model, scan),
      }
      const score = FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0)
      const hit: SearchHit = { ...prepared.entry, score, features, best_sentence, same_as: [] }
      return { hit, fingerprint: prepared.fingerprint }
    })
    .sort((a, b) => b.hit.score - a.hit.score)
}

/** bm25f: BM25 over the weighted fields (Robertson and Zaragoza 2004). coverage: the idf share of the words found. */
function fieldFeatures(model: QuestionModel, entry: PreparedEntry, scan: EntryScan) {
  const { question, alternatives, body } = fieldNorms(model, entry)
  const scores = new Float64Array(model.slots.count)
  const found = new Float64Array(model.slots.count)
  for (let i = 0; i < model.slots.count; i++) {
    const frequency =
      (FIELDS.question.weight * scan.question[i]!) / question +
      (FIELDS.alternatives.weight * scan.alternatives[i]!) / alternatives +
      (FIELDS.body.weight * scan.body[i]!) / body
    if (!frequency) continue
    found[i] = model.slots.value[i]!
    scores[i] = model.slots.value[i]! * saturate(frequency)
  }
  return {
    bm25f: model.slots.bestOfGroups(scores) / (model.mass * (K + 1)),
    coverage: model.slots.bestOfGroups(found) / model.mass,
  }
}

function fieldNorms(model: QuestionModel, { lengths }: PreparedEntry) {
  const { averages } = model.collection
  return {
    question: lengthNorm(FIELDS.question.b, lengths.question, averages.question),
    alternatives: lengthNorm(FIELDS.alternatives.b, lengths.alternatives, averages.alternatives),
    body: lengthNorm(FIELDS.body.b, lengths.body, averages.body),
  }
}

function bigramValues(model: QuestionModel, entry: PreparedEntry, scan: EntryScan): Float64Array {
  const { question, alternatives, body } = fieldNorms(model, entry)
  const values = new Float64Array(model.bigrams)
  for (let i = 0; i < model.bigrams; i++) {
    const frequency =
      (FIELDS.question.weight * scan.bigrams[3 * i]!) / question +
      (FIELDS.alternatives.weight * scan.bigrams[3 * i + 1]!) / alternatives +
      (FIELDS.body.weight * scan.bigrams[3 * i + 2]!) / body
    if (frequency) values[i] = saturate(frequency)
  }
  return values
}

function gramValues(model: QuestionModel, { characters }: PreparedEntry, scan: EntryScan): Float64Array {
  const { averages } = model.collection
  const head = lengthNorm(0.5, characters.head, CHARACTERS_PER_WORD * (averages.question + averages.alternatives))
  const body = lengthNorm(0.75, characters.body, CHARACTERS_PER_WORD * averages.body)
  return scan.headGrams.map((count, i) =>
    count || scan.bodyGrams[i]! ? saturate(count / head + scan.bodyGrams[i]! / body) : 0,
  )
}

/**
 * Weighs saturated frequencies by their idf over the candidates, as a share of a perfect match. In a small workspace the
 * candidates are all there is; in a large one they tell better what sets them apart than an estimate from the words'
 * own frequencies does (MRR@10 .899 against .886 on passages).
 */
function weigher(rows: Float64Array[], count: number, times: (i: number) => number): (row: Float64Array) => number {
  const idf = new Float64Array(count)
  let mass = 0
  for (let i = 0; i < count; i++) {
    const frequency = rows.reduce((sum, row) => sum + (row[i]! > 0 ? 1 : 0), 0)
    idf[i] = inverseDocumentFrequency(frequency, rows.length) * times(i)
    mass += idf[i]!
  }
  const perfect = mass * (K + 1) || 1
  return (row) => row.reduce((sum, value, i) => sum + value * idf[i]!, 0) / perfect
}

/** The idf share of the words that are missing here but stand in for a bundled synonym that is present. */
function synonymFeature(model: QuestionModel, scan: EntryScan): number {
  let sum = 0
  for (const { slot, value } of scan.synonyms.values()) {
    if (slot < 0 || !(scan.question[slot]! + scan.alternatives[slot]! + scan.body[slot]!)) sum += value
  }
  return Math.min(1, sum / model.mass)
}
