import type { PackedEntry } from '../memory-index/packed-entry.ts'
import { K1, lengthNorm, saturate } from './formulas.ts'
import type { Occurrences } from './occurrences.ts'
import type { QuestionModel } from './question-model.ts'

const SENTENCE_B = 0.3

/** Averaged BM25 of the best sentence and of the best two adjacent ones; and the position of the answer. */
export function sentenceFeatures(model: QuestionModel, packed: PackedEntry, occurrences: Occurrences) {
  const { value } = model.terms
  const local = localValues(model, occurrences, packed.sentences)
  let bestOne = 0
  let bestTwo = 0
  let bestLocal = 0
  let position = 0
  for (let start = 0; start < packed.sentences; start++) {
    const isFilled = occurrences.filled[start]! > 0
    const isNextFilled = start + 1 < packed.sentences && occurrences.filled[start + 1]! > 0
    if (isFilled) {
      const frequencies = saturatedFrequencies(model, packed, occurrences, { start, size: 1 })
      bestOne = Math.max(bestOne, sumOfGroups(model, occurrences, frequencies, value))
      const score = sumOfGroups(model, occurrences, frequencies, local)
      if (score > bestLocal) [bestLocal, position] = [score, start]
    }
    if (!isFilled && !isNextFilled) continue
    const frequencies = saturatedFrequencies(model, packed, occurrences, { start, size: 2 })
    bestTwo = Math.max(bestTwo, sumOfGroups(model, occurrences, frequencies, value))
  }
  return { sentence: (bestTwo + bestOne) / 2 / (model.mass * (K1 + 1)), best_sentence: position }
}

const TITLE_SHARE = 0.5

/** Weight of a word within the sentences: low when many of them or the title have it. */
function localValues(model: QuestionModel, { terms, holding, question }: Occurrences, count: number): Float64Array {
  const values = model.scratch.local
  for (const term of terms) {
    const rarity = Math.log(1 + count / Math.max(1, holding[term]!))
    values[term] = model.terms.value[term]! * rarity * (question[term]! > 0 ? TITLE_SHARE : 1)
  }
  return values
}

/** Saturated frequency of each column over `size` sentences, or one at the end. */
function saturatedFrequencies(
  model: QuestionModel,
  packed: PackedEntry,
  { terms, frequencies }: Occurrences,
  { start, size }: { start: number; size: number },
): Float64Array {
  const count = Math.min(packed.sentences - start, size)
  const length = packed.lengthOf(1 + packed.alternatives + start, count)
  const norm = lengthNorm(SENTENCE_B, length, model.collection.averages.sentence * size)
  const first = start * terms.length
  const second = count > 1 ? first + terms.length : -1
  const saturated = model.scratch.values
  for (let column = 0; column < terms.length; column++) {
    const frequency = frequencies[first + column]! + (second < 0 ? 0 : frequencies[second + column]!)
    saturated[column] = frequency && saturate(frequency / norm)
  }
  return saturated
}

/** Sums the best value of each group of terms. */
function sumOfGroups(model: QuestionModel, { terms }: Occurrences, saturated: Float64Array, values: Float64Array) {
  let sum = 0
  let best = 0
  let group = -1
  for (let column = 0; column < terms.length; column++) {
    const term = terms[column]!
    if (model.terms.group[term] !== group) {
      sum += best
      best = 0
      group = model.terms.group[term]!
    }
    const score = values[term]! * saturated[column]!
    if (score > best) best = score
  }
  return sum + best
}
