/** Words that at least this share of the phrasings has are what the gap is about. */
const SHARED_FROM = 0.3
const MAX_WORDS = 4

/** A word of a question, and the term by which its other forms are found. */
export interface AskedWord {
  word: string
  term: string
}

/** Returns the words that visitors ask with and an entry has in no form, the most frequent first. */
export function lackingWords(phrasings: readonly (readonly AskedWord[])[], terms: ReadonlySet<string>): string[] {
  const counts = new Map<string, { word: string; count: number }>()
  for (const words of phrasings)
    for (const [term, word] of new Map(words.map((one) => [one.term, one.word]))) {
      const known = counts.get(term) ?? { word, count: 0 }
      counts.set(term, { ...known, count: known.count + 1 })
    }
  return [...counts]
    .filter(([term, { count }]) => !terms.has(term) && count >= SHARED_FROM * phrasings.length)
    .sort(([, left], [, right]) => right.count - left.count)
    .slice(0, MAX_WORDS)
    .map(([, { word }]) => word)
}
