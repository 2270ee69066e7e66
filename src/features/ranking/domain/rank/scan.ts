import type { PreparedEntry, WordNumbers } from '../prepared.ts'
import type { QuestionModel, Synonym, TokenMatch } from './question-model.ts'

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
  /** bigram → occurrences in question, alternatives, body, at 3 × the bigram's number. */
  bigrams: Float64Array
  /** Character grams in question and alternatives, and in the body. */
  headGrams: Float64Array
  bodyGrams: Float64Array
  synonyms: Map<string, Synonym>
}

const FIELD_GAP = 50
const MOST_POSITIONS = 60

const QUESTION = 0
const ALTERNATIVES = 1
const BODY = 2

export function scanEntry(model: QuestionModel, entry: PreparedEntry): EntryScan {
  const scan: EntryScan = {
    matches: entry.words.map((token) => model.match(token)),
    question: new Float64Array(model.slots.count),
    alternatives: new Float64Array(model.slots.count),
    body: new Float64Array(model.slots.count),
    sentences: [],
    holding: new Float64Array(model.slots.count),
    positions: new Array(model.slots.count),
    bigrams: new Float64Array(3 * model.bigrams),
    headGrams: new Float64Array(model.gramCounts.length),
    bodyGrams: new Float64Array(model.gramCounts.length),
    synonyms: new Map(),
  }
  for (const { synonym } of scan.matches) if (synonym) scan.synonyms.set(synonym.key, synonym)
  let at = read(model, scan, entry.question, scan.question, QUESTION, 0) + FIELD_GAP
  for (const phrasing of entry.alternatives) {
    at = read(model, scan, phrasing, scan.alternatives, ALTERNATIVES, at) + FIELD_GAP
  }
  for (const sentence of entry.body) {
    const relevant = sentence.some((word) => scan.matches[word]!.slot >= 0)
    scan.sentences.push(relevant ? new Float64Array(model.slots.count) : undefined)
    at = read(model, scan, sentence, scan.sentences.at(-1) ?? scan.body, BODY, at)
  }
  for (const frequencies of scan.sentences) {
    if (!frequencies) continue
    for (let i = 0; i < frequencies.length; i++) {
      if (!frequencies[i]) continue
      scan.body[i]! += frequencies[i]!
      scan.holding[i]!++
    }
  }
  countGrams(scan, entry)
  return scan
}

/** Counts one phrasing or sentence that starts at position `at`; returns the position after it. */
function read(
  model: QuestionModel,
  scan: EntryScan,
  words: WordNumbers,
  frequencies: Float64Array,
  field: number,
  at: number,
): number {
  let before = -1
  for (let p = 0; p < words.length; p++) {
    const { slot, head } = scan.matches[words[p]!]!
    if (slot >= 0) {
      frequencies[slot]!++
      if (model.slots.isContent(slot)) {
        scan.positions[slot] ??= []
        const positions = scan.positions[slot]!
        if (positions.length < MOST_POSITIONS) positions.push(at + p)
      }
    }
    if (before >= 0 && head >= 0) {
      const bigram = model.bigram(before, head)
      if (bigram >= 0) scan.bigrams[3 * bigram + field]!++
    }
    before = head
  }
  return at + words.length
}

function countGrams(scan: EntryScan, entry: PreparedEntry): void {
  const head = new Uint16Array(entry.words.length)
  const body = new Uint16Array(entry.words.length)
  for (const list of [entry.question, ...entry.alternatives]) for (const word of list) head[word]!++
  let left = entry.bodyGramWords
  for (const list of entry.body) {
    if (left <= 0) break
    for (let p = 0; p < list.length && left > 0; p++, left--) body[list[p]!]!++
  }
  scan.matches.forEach(({ grams }, word) => {
    for (const gram of grams) {
      scan.headGrams[gram]! += head[word]!
      scan.bodyGrams[gram]! += body[word]!
    }
  })
}
