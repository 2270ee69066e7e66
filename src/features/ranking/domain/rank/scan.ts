import type { PreparedEntry, WordNumbers } from '../prepared.ts'
import type { QuestionModel, TokenMatch } from './question-model.ts'

/** What of a question was found in one entry: a single pass over its words, from which all features are computed. */
export interface EntryScan {
  /** What each of the entry's words means to the question. */
  matches: TokenMatch[]
  /** Term frequency per slot and field. */
  question: Float64Array
  alternatives: Float64Array
  body: Float64Array
  /** Term frequencies per sentence; undefined where none occurs. */
  sentences: (Float64Array | undefined)[]
  /** How many sentences hold each slot's term. */
  holding: Float64Array
  /** Where each slot's content word occurs, ascending; fields and phrasings lie far apart. */
  positions: (number[] | undefined)[]
}

const FIELD_GAP = 50
const MOST_POSITIONS = 60

export function scanEntry(model: QuestionModel, entry: PreparedEntry, matches: TokenMatch[]): EntryScan {
  const scan: EntryScan = {
    matches,
    question: new Float64Array(model.slots.count),
    alternatives: new Float64Array(model.slots.count),
    body: new Float64Array(model.slots.count),
    sentences: [],
    holding: new Float64Array(model.slots.count),
    positions: new Array(model.slots.count),
  }
  let at = read(model, scan, entry.question, scan.question, 0) + FIELD_GAP
  for (const phrasing of entry.alternatives) {
    at = read(model, scan, phrasing, scan.alternatives, at) + FIELD_GAP
  }
  for (const sentence of entry.body) {
    const relevant = sentence.some((word) => scan.matches[word]!.slot >= 0)
    scan.sentences.push(relevant ? new Float64Array(model.slots.count) : undefined)
    at = read(model, scan, sentence, scan.sentences.at(-1) ?? scan.body, at)
  }
  for (const frequencies of scan.sentences) {
    if (!frequencies) continue
    for (let i = 0; i < frequencies.length; i++) {
      if (!frequencies[i]) continue
      scan.body[i]! += frequencies[i]!
      scan.holding[i]!++
    }
  }
  return scan
}

/** Counts one phrasing or sentence that starts at position `at`; returns the position after it. */
function read(
  model: QuestionModel,
  scan: EntryScan,
  words: WordNumbers,
  frequencies: Float64Array,
  at: number,
): number {
  for (let p = 0; p < words.length; p++) {
    const { slot } = scan.matches[words[p]!]!
    if (slot < 0) continue
    frequencies[slot]!++
    if (!model.slots.isContent(slot)) continue
    scan.positions[slot] ??= []
    const positions = scan.positions[slot]!
    if (positions.length < MOST_POSITIONS) positions.push(at + p)
  }
  return at + words.length
}
