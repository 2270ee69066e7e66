import type { PreparedEntry } from '../prepared.ts'
import type { Token } from '../tokens.ts'
import type { QuestionModel, Synonym } from './question-model.ts'

/** What of a question was found in one entry: a single pass over its tokens, from which all features are computed. */
export interface EntryScan {
  /** Term frequency per slot and field. */
  question: Float64Array
  alternatives: Float64Array
  body: Float64Array
  /** Term frequencies per sentence; undefined where none occurs. */
  sentences: (Float64Array | undefined)[]
  /** Where each slot's content word occurs, ascending; fields and phrasings lie far apart. */
  positions: (number[] | undefined)[]
  /** bigram → occurrences in question, alternatives, body, at 3 × the bigram's number. */
  bigrams: Float64Array
  /** Character grams in question and alternatives, and in the body. */
  headGrams: Float64Array
  bodyGrams: Float64Array
  headCharacters: number
  bodyCharacters: number
  synonyms: Map<string, Synonym>
}

const FIELD_GAP = 50
const MOST_POSITIONS = 60
/** Character grams of long bodies say little and cost much. */
const GRAM_CHARACTERS = 2000

const QUESTION = 0
const ALTERNATIVES = 1
const BODY = 2
type Field = typeof QUESTION | typeof ALTERNATIVES | typeof BODY

export function scanEntry(model: QuestionModel, entry: PreparedEntry): EntryScan {
  const grams = model.gramCounts.length
  const scan: EntryScan = {
    question: new Float64Array(model.count),
    alternatives: new Float64Array(model.count),
    body: new Float64Array(model.count),
    sentences: [],
    positions: new Array(model.count),
    bigrams: new Float64Array(3 * model.bigrams),
    headGrams: new Float64Array(grams),
    bodyGrams: new Float64Array(grams),
    headCharacters: 0,
    bodyCharacters: 0,
    synonyms: new Map(),
  }
  let at = read(model, scan, entry.question, scan.question, QUESTION, 0) + FIELD_GAP
  for (const phrasing of entry.alternatives) {
    at = read(model, scan, phrasing, scan.alternatives, ALTERNATIVES, at) + FIELD_GAP
  }
  for (const sentence of entry.body) {
    const relevant = sentence.some((token) => model.match(token).slot >= 0)
    const frequencies = relevant ? new Float64Array(model.count) : undefined
    at = read(model, scan, sentence, frequencies ?? scan.body, BODY, at)
    if (frequencies) for (let i = 0; i < model.count; i++) scan.body[i]! += frequencies[i]!
    scan.sentences.push(frequencies)
  }
  return scan
}

/** Counts one phrasing or sentence that starts at position `at`; returns the position after it. */
function read(
  model: QuestionModel,
  scan: EntryScan,
  tokens: Token[],
  frequencies: Float64Array,
  field: Field,
  at: number,
): number {
  const inHead = field !== BODY
  const grams = inHead ? scan.headGrams : scan.bodyGrams
  let before = -1
  for (let p = 0; p < tokens.length; p++) {
    const token = tokens[p]!
    const match = model.match(token)
    if (match.slot >= 0) {
      frequencies[match.slot]!++
      if (model.weight[match.slot]! > 0.5) {
        scan.positions[match.slot] ??= []
        const positions = scan.positions[match.slot]!
        if (positions.length < MOST_POSITIONS) positions.push(at + p)
      }
    } else if (match.synonym) scan.synonyms.set(match.synonym.key, match.synonym)
    if (before >= 0 && match.head >= 0) {
      const bigram = model.bigram(before, match.head)
      if (bigram >= 0) scan.bigrams[3 * bigram + field]!++
    }
    before = match.head
    if (inHead) scan.headCharacters += token.word.length
    else if (scan.bodyCharacters >= GRAM_CHARACTERS) continue
    else scan.bodyCharacters += token.word.length + 1
    for (const gram of match.grams) grams[gram]!++
  }
  return at + tokens.length
}
