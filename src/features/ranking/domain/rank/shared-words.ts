import type { PreparedEntry, WordNumbers } from './prepared.ts'
import type { QuestionModel, TokenMatch } from './question-model.ts'

/**
 * Share of the question's different content words that an entry has together, ignoring everyday words that do not occur
 * here. Together means in its question and alternatives, or in two adjacent sentences; a passage, which is one thought,
 * counts as a whole. Other spellings, forms and synonyms count. Unlike `coverage`, words are not weighted by rarity. A
 * word segmented by a dictionary counts as shared when it occurs in the workspace. 1 for a question without content
 * words.
 */
export function sharedWords(model: QuestionModel, entry: PreparedEntry, matches: TokenMatch[]): number {
  const { subjects, cutOut } = model
  if (!subjects.size) return 1
  const { question, alternatives, body } = entry
  /** In which place each was found last: places are numbered in the order in which they are read. */
  const last = new Float64Array(subjects.size).fill(Number.NEGATIVE_INFINITY)
  for (const subject of cutOut) last[subject] = Number.POSITIVE_INFINITY
  const read = (words: WordNumbers, place: number) => {
    for (let p = 0; p < words.length; p++) {
      const { subject } = matches[words[p]!]!
      if (subject >= 0 && last[subject]! < place) last[subject] = place
    }
  }
  const countFrom = (place: number) => last.reduce((count, found) => count + (found >= place ? 1 : 0), 0)
  for (const words of [question, ...alternatives]) read(words, 0)
  if (entry.entry.kind === 'passage') {
    for (const words of body) read(words, 0)
    return countFrom(0) / subjects.size
  }
  let most = countFrom(0)
  // The question is not adjacent to the first sentence, whose position is 2.
  body.forEach((words, index) => {
    read(words, index + 2)
    most = Math.max(most, countFrom(index + 1))
  })
  return most / subjects.size
}
