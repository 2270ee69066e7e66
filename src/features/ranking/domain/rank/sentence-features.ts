import { K, lengthNorm, saturate } from './formulas.ts'
import type { PreparedEntry } from './prepared.ts'
import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

const SENTENCE_B = 0.3

/** Averaged BM25 of the best sentence and of the best two adjacent ones; and the position of the answer. */
export function sentenceFeatures(model: QuestionModel, entry: PreparedEntry, scan: EntryScan) {
  const score =
    (bestWindow(model, entry, scan, 2, model.slots.value).score +
      bestWindow(model, entry, scan, 1, model.slots.value).score) /
    2
  return {
    sentence: score / (model.mass * (K + 1)),
    best_sentence: bestWindow(model, entry, scan, 1, localValues(model, scan)).at,
  }
}

const TITLE_SHARE = 0.5

/** Weight of a word within the sentences: low when many of them or the title have it. */
function localValues(model: QuestionModel, scan: EntryScan): Float64Array {
  const count = scan.sentences.length
  const values = model.scratch.local
  for (let slot = 0; slot < values.length; slot++) {
    const rarity = Math.log(1 + count / Math.max(1, scan.holding[slot]!))
    values[slot] = model.slots.value[slot]! * rarity * (scan.question[slot]! > 0 ? TITLE_SHARE : 1)
  }
  return values
}

function bestWindow(
  model: QuestionModel,
  entry: PreparedEntry,
  scan: EntryScan,
  size: number,
  slotValues: Float64Array,
) {
  let best = 0
  let position = 0
  const { values } = model.scratch
  for (let start = 0; start < entry.body.length; start++) {
    const end = Math.min(entry.body.length, start + size)
    let relevant = false
    let length = 0
    for (let index = start; index < end; index++) {
      length += entry.body[index]!.length
      if (scan.sentences[index]) relevant = true
    }
    if (!relevant) continue
    const norm = lengthNorm(SENTENCE_B, length, model.collection.averages.sentence * size)
    for (let slot = 0; slot < model.slots.count; slot++) {
      let frequency = 0
      for (let index = start; index < end; index++) frequency += scan.sentences[index]?.[slot] ?? 0
      values[slot] = frequency ? slotValues[slot]! * saturate(frequency / norm) : 0
    }
    const score = model.slots.bestOfGroups(values)
    if (score > best) [best, position] = [score, start]
  }
  return { score: best, at: position }
}
