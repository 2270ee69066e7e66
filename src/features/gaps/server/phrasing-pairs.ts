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
  const own = phrasings.map(({ question, language }) => parseQuestion(question, language))
  const frequencies = new Map<string, number>()
  for (const parsed of own)
    for (const term of lookupTerms(parsed)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  const inOther = new Map<string, ParsedQuestion>()
  const byLanguage = new Map<string, QuestionSimilarity>()
  function similarityIn(language: string): QuestionSimilarity {
    const known =
      byLanguage.get(language) ?? new QuestionSimilarity({ questions: phrasings.length, frequencies }, language)
    byLanguage.set(language, known)
    return known
  }
  function parsedIn(index: number, language: string): ParsedQuestion {
    if (phrasings[index]!.language === language) return own[index]!
    const key = `${language} ${index}`
    const known = inOther.get(key) ?? parseQuestion(phrasings[index]!.question, language)
    inOther.set(key, known)
    return known
  }
  return (left: number, right: number): number => {
    const { language } = phrasings[left]!
    return similarityIn(language).between(own[left]!, parsedIn(right, language))
  }
}

function cosine(left: Int8Array, right: Int8Array): number {
  let [product, lengthLeft, lengthRight] = [0, 0, 0]
  for (let index = 0; index < left.length; index++) {
    const [x, y] = [left[index]!, right[index] ?? 0]
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
  const byWords = wordSimilarity(phrasings)
  const similarities = new Float32Array(count * count)
  const cosines = new Float32Array(count * count).fill(Number.NaN)
  await runSlice(phrasings.keys(), (left) => {
    const own = phrasings[left]!.vector
    for (let right = 0; right < left; right++) {
      const other = phrasings[right]!.vector
      if (own && other) cosines[left * count + right] = cosine(own, other)
    }
  })
  const meaningOf = meaningScale(cosines.filter((value) => !Number.isNaN(value)))
  await runSlice(phrasings.keys(), (left) => {
    for (let right = 0; right < left; right++) {
      const value = cosines[left * count + right]!
      const meaning = Number.isNaN(value) ? undefined : meaningOf(value)
      similarities[left * count + right] = combinedSimilarity(byWords(left, right), meaning)
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
