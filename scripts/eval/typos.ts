const SHARE = 0.3
const SHORTEST = 4

/** mulberry32: the same typos in every run. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The items in random order. */
export const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item)

/** One typing error (left out, doubled, swapped or replaced letter) in three of ten words of four letters or more. */
export function withTypos(text: string, random: () => number): string {
  return text.replace(/\p{L}{4,}/gu, (word) =>
    word.length >= SHORTEST && random() < SHARE ? mistype(word, random) : word,
  )
}

function mistype(word: string, random: () => number): string {
  const letters = Array.from(word)
  const position = Math.floor(random() * (letters.length - 1))
  const kind = Math.floor(random() * 4)
  if (kind === 0) letters.splice(position, 1)
  else if (kind === 1) letters.splice(position, 0, letters[position]!)
  else if (kind === 2) [letters[position], letters[position + 1]] = [letters[position + 1]!, letters[position]!]
  else letters[position] = letters[Math.floor(random() * letters.length)]!
  return letters.join('')
}
