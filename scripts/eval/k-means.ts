import { tokenize } from '../../src/features/ranking/domain/text/tokens.ts'
import { randomOf } from './typos.ts'

const SEED = 7
/** Number of random starts; the one with the least inertia wins, as in scikit-learn. */
const STARTS = 3
const ROUNDS = 50

type Vector = Map<number, number>

/** TF-IDF over stemmed words, smoothed and of length 1, as scikit-learn's TfidfVectorizer makes them. */
function vectorsOf(texts: readonly string[], language: string): { vectors: Vector[]; size: number } {
  const documents = texts.map((text) => tokenize(text, language).map(({ term }) => term))
  const numbers = new Map<string, number>()
  const frequencies: number[] = []
  for (const document of documents) {
    for (const term of new Set(document)) {
      const number = numbers.get(term) ?? numbers.set(term, numbers.size).size - 1
      frequencies[number] = (frequencies[number] ?? 0) + 1
    }
  }
  const vectors = documents.map((document) => {
    const vector: Vector = new Map()
    for (const term of document) {
      const number = numbers.get(term) ?? 0
      const idf = Math.log((1 + texts.length) / (1 + (frequencies[number] ?? 0))) + 1
      vector.set(number, (vector.get(number) ?? 0) + idf)
    }
    const length = Math.sqrt([...vector.values()].reduce((sum, x) => sum + x * x, 0)) || 1
    for (const [number, x] of vector) vector.set(number, x / length)
    return vector
  })
  return { vectors, size: numbers.size }
}

interface Centre {
  at: Float64Array
  /** Squared length. */
  norm: number
}

function meanOf(vectors: readonly Vector[], size: number): Centre {
  const at = new Float64Array(size)
  for (const vector of vectors) for (const [i, x] of vector) at[i]! += x / vectors.length
  return { at, norm: at.reduce((sum, x) => sum + x * x, 0) }
}

/** Squared; vectors have length 1, or 0 without words. */
function distance(vector: Vector, { at, norm }: Centre): number {
  let product = 0
  for (const [i, x] of vector) product += x * at[i]!
  return Math.max(0, (vector.size ? 1 : 0) + norm - 2 * product)
}

/** k-means++ (Arthur and Vassilvitskii 2007). */
function seeds(vectors: readonly Vector[], k: number, size: number, random: () => number): Centre[] {
  const centres = [meanOf([vectors[Math.floor(random() * vectors.length)]!], size)]
  const nearest = vectors.map((vector) => distance(vector, centres[0]!))
  while (centres.length < k) {
    let left = random() * nearest.reduce((sum, d) => sum + d, 0)
    const position = nearest.findIndex((d) => {
      left -= d
      return left <= 0
    })
    const center = meanOf([vectors[position < 0 ? vectors.length - 1 : position]!], size)
    centres.push(center)
    vectors.forEach((vector, index) => {
      nearest[index] = Math.min(nearest[index]!, distance(vector, center))
    })
  }
  return centres
}

function lloyd(vectors: readonly Vector[], centres: Centre[], size: number): { labels: number[]; inertia: number } {
  let labels: number[] = []
  let inertia = 0
  for (let round = 0; round < ROUNDS; round++) {
    inertia = 0
    const next = vectors.map((vector) => {
      const distances = centres.map((center) => distance(vector, center))
      const least = Math.min(...distances)
      inertia += least
      return distances.indexOf(least)
    })
    if (next.every((label, index) => label === labels[index])) break
    labels = next
    centres.forEach((_, k) => {
      const members = vectors.filter((_vector, index) => labels[index] === k)
      if (members.length > 0) centres[k] = meanOf(members, size)
    })
  }
  return { labels, inertia }
}

/** Returns the cluster of each text. `k` is given, although real questions have no known number of groups. */
export function kMeans(texts: readonly string[], k: number, language: string): string[] {
  const { vectors, size } = vectorsOf(texts, language)
  const random = randomOf(SEED)
  const runs = Array.from({ length: STARTS }, () => lloyd(vectors, seeds(vectors, k, size, random), size))
  const best = runs.reduce((least, run) => (run.inertia < least.inertia ? run : least))
  return best.labels.map(String)
}
