import type { PreparedEntry, WordNumbers } from '../prepared.ts'
import type { QuestionModel, TokenMatch } from './question-model.ts'

/**
 * The share of the question's different content words (but for words of every day that nothing here uses) that an entry
 * has together: in its question and the other ways to ask it, or in two sentences that follow each other; a passage, which
 * is one thought, is taken whole. It has them as they are, in another spelling or form, or by a synonym. Unlike `coverage`
 * this does not weigh them by how rare they are. A word that a dictionary cut out counts as shared wherever the workspace
 * has it. 1 for a question without content words.
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
  // The first sentence is no neighbour of the question: its place is 2.
  body.forEach((words, i) => {
    read(words, i + 2)
    most = Math.max(most, countFrom(i + 1))
  })
  return most / subjects.size
}
