import type { PackedEntry } from '../memory-index/packed-entry.ts'
import type { HeadWords } from './head-words.ts'
import type { QuestionModel } from './question-model.ts'

/**
 * Soft matching of word forms: equal words count fully; synonyms, and words that share most of their letters, count in
 * part. A soft alignment in both directions (as in Monge and Elkan 1996); the result is the F1 by idf mass of the best
 * phrasing.
 */
export function similarityFeature(
  questionModel: QuestionModel,
  packedEntry: PackedEntry,
  headWords: HeadWords,
): number {
  let bestSimilarity = 0
  for (let phrasing = 0; phrasing <= packedEntry.alternatives; phrasing++)
    bestSimilarity = Math.max(
      bestSimilarity,
      similarityTo(questionModel, headWords, packedEntry.start(phrasing), packedEntry.length(phrasing)),
    )
  return bestSimilarity
}

function similarityTo(
  questionModel: QuestionModel,
  headWords: HeadWords,
  phrasingStart: number,
  phrasingLength: number,
): number {
  const foundShares = questionModel.scratch.words.fill(0)
  let sharedIdf = 0
  let totalIdf = 0
  for (let position = phrasingStart; position < phrasingStart + phrasingLength; position++) {
    const similarWords = questionModel.similarWords(headWords.roles[position]!)
    let bestSimilarity = 0
    for (let similarIndex = 0; similarIndex < similarWords.length; similarIndex += 2) {
      const similarity = similarWords[similarIndex + 1]!
      if (similarity > bestSimilarity) bestSimilarity = similarity
      if (similarity > foundShares[similarWords[similarIndex]!]!) foundShares[similarWords[similarIndex]!] = similarity
    }
    if (headWords.isRepeated[position]) continue
    const idf = questionModel.idfOf(headWords.tokens[position]!)
    totalIdf += idf
    sharedIdf += idf * bestSimilarity
  }
  const precision = totalIdf ? sharedIdf / totalIdf : 0
  const questionShare = questionModel.words.shareOf(foundShares)
  return precision + questionShare ? (2 * precision * questionShare) / (precision + questionShare) : 0
}
