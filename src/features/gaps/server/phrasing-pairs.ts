import {
  areExclusive,
  constraintsOf,
  lookupTerms,
  type ParsedQuestion,
  parseQuestion,
  QuestionSimilarity,
} from '../../ranking/server/index.ts'
import type { PhrasingPairs, RunSlice } from '../domain/cluster-phrasings.ts'
import { combinedSimilarity, meaningScale } from '../domain/grouping.ts'

export interface ComparedPhrasing {
  question: string
  language: string
  /** In the space of one model; null without. */
  vector: Int8Array | null
}

/** Compares phrasings by words, with the words weighted by how rare they are among them. */
export function wordSimilarity(phrasings: readonly Omit<ComparedPhrasing, 'vector'>[]) {
  const parsedQuestions = phrasings.map(({ question, language }) => parseQuestion(question, language))
  const frequencies = new Map<string, number>()
  for (const question of parsedQuestions)
    for (const term of lookupTerms(question)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  const parsedByLanguageAndIndex = new Map<string, ParsedQuestion>()
  const similarityByLanguage = new Map<string, QuestionSimilarity>()
  function similarityIn(language: string): QuestionSimilarity {
    const cachedSimilarity =
      similarityByLanguage.get(language) ??
      new QuestionSimilarity({ questions: phrasings.length, frequencies }, language)
    similarityByLanguage.set(language, cachedSimilarity)
    return cachedSimilarity
  }
  function parsedIn(phrasingIndex: number, language: string): ParsedQuestion {
    if (phrasings[phrasingIndex]!.language === language) return parsedQuestions[phrasingIndex]!
    const cacheKey = `${language} ${phrasingIndex}`
    const cachedQuestion =
      parsedByLanguageAndIndex.get(cacheKey) ?? parseQuestion(phrasings[phrasingIndex]!.question, language)
    parsedByLanguageAndIndex.set(cacheKey, cachedQuestion)
    return cachedQuestion
  }
  return (left: number, right: number): number => {
    const { language } = phrasings[left]!
    return similarityIn(language).between(parsedQuestions[left]!, parsedIn(right, language))
  }
}

function cosineOf(left: Int8Array, right: Int8Array): number {
  let [product, lengthLeft, lengthRight] = [0, 0, 0]
  for (let dimension = 0; dimension < left.length; dimension++) {
    const [x, y] = [left[dimension]!, right[dimension] ?? 0]
    product += x * y
    lengthLeft += x * x
    lengthRight += y * y
  }
  return lengthLeft && lengthRight ? product / Math.sqrt(lengthLeft * lengthRight) : 0
}

/** Compares every phrasing with every other by words and, where both have vectors, by meaning. */
export async function phrasingPairs(
  phrasings: readonly ComparedPhrasing[],
  runSlice: RunSlice,
): Promise<PhrasingPairs> {
  const count = phrasings.length
  const wordSimilarityOf = wordSimilarity(phrasings)
  const similarities = new Float32Array(count * count)
  const cosines = new Float32Array(count * count).fill(Number.NaN)
  await runSlice(phrasings.keys(), (left) => {
    const leftVector = phrasings[left]!.vector
    for (let right = 0; right < left; right++) {
      const rightVector = phrasings[right]!.vector
      if (leftVector && rightVector) cosines[left * count + right] = cosineOf(leftVector, rightVector)
    }
  })
  const meaningOf = meaningScale(cosines.filter((cosine) => !Number.isNaN(cosine)))
  await runSlice(phrasings.keys(), (left) => {
    for (let right = 0; right < left; right++) {
      const cosine = cosines[left * count + right]!
      const meaningSimilarity = Number.isNaN(cosine) ? undefined : meaningOf(cosine)
      similarities[left * count + right] = combinedSimilarity(wordSimilarityOf(left, right), meaningSimilarity)
    }
  })
  const constraints = phrasings.map(({ question, language }) => constraintsOf(question, language))
  return {
    count,
    similarity: (left, right) =>
      left === right ? 1 : similarities[left > right ? left * count + right : right * count + left]!,
    areExclusive: (left, right) => areExclusive(constraints[left]!, constraints[right]!),
  }
}
