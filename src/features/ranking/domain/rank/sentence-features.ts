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
    best_sentence: bestWindow(model, entry, scan, 1, localValues(model, scan, entry.body.length)).at,
  }
}

const TITLE_SHARE = 0.5

/** Weight of a word within the sentences: low when many of them or the title have it. */
function localValues(model: QuestionModel, scan: EntryScan, count: number): Float64Array {
  const values = model.scratch.local
  for (let slot = 0; slot < values.length; slot++) {
    const rarity = Math.log(1 + count / Math.max(1, scan.holding[slot]!))
    values[slot] = model.slots.value[slot]! * rarity * (scan.question[slot]! > 0 ? TITLE_SHARE : 1)
  }
  return values
}

/** The window of `size` sentences with the highest score: its score, and the sentence where it starts. */
function bestWindow(
  model: QuestionModel,
  entry: PreparedEntry,
  scan: EntryScan,
  size: number,
  slotValues: Float64Array,
) {
  let best = 0
  let position = 0
  for (let start = 0; start < entry.body.length; start++) {
    const end = Math.min(entry.body.length, start + size)
    const from = start && scan.sentenceEnds[start - 1]!
    const to = scan.sentenceEnds[end - 1]!
    if (from === to) continue
    let length = 0
    for (let index = start; index < end; index++) length += entry.body[index]!.length
    const norm = lengthNorm(SENTENCE_B, length, model.collection.averages.sentence * size)
    const score = scoreOf(model, scan, { from, middle: scan.sentenceEnds[start]!, to }, norm, slotValues)
    if (score > best) [best, position] = [score, start]
  }
  return { score: best, at: position }
}

/** Sums the best value of each group over one or two ascending lists of slots, read as one. */
function scoreOf(
  { slots }: QuestionModel,
  { sentenceSlots, frequencies }: EntryScan,
  { from, middle, to }: { from: number; middle: number; to: number },
  norm: number,
  slotValues: Float64Array,
): number {
  let sum = 0
  let best = 0
  let group = -1
  for (let left = from, right = middle; left < middle || right < to; ) {
    const isLeft = left < middle && (right >= to || sentenceSlots[left]! <= sentenceSlots[right]!)
    const slot = isLeft ? sentenceSlots[left]! : sentenceSlots[right]!
    let frequency = 0
    if (isLeft) frequency = frequencies[left++]!
    if (right < to && sentenceSlots[right] === slot) frequency += frequencies[right++]!
    if (slots.group[slot] !== group) {
      sum += best
      best = 0
      group = slots.group[slot]!
    }
    best = Math.max(best, slotValues[slot]! * saturate(frequency / norm))
  }
  return sum + best
}
