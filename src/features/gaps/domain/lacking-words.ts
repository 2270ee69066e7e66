/** Words that at least this share of the phrasings has are what the gap is about. */
const MIN_SHARED_PORTION = 0.3
const MAX_WORDS = 4

/** A word of a question, and the term by which its other forms are found. */
export interface AskedWord {
  word: string
  term: string
}

/** Returns the words that visitors ask with and an entry has in no form, the most frequent first. */
export function lackingWords(phrasings: readonly (readonly AskedWord[])[], entryTerms: ReadonlySet<string>): string[] {
  const countsByTerm = new Map<string, { word: string; count: number }>()
  for (const phrasingWords of phrasings)
    for (const [term, word] of new Map(phrasingWords.map((askedWord) => [askedWord.term, askedWord.word]))) {
      const previous = countsByTerm.get(term) ?? { word, count: 0 }
      countsByTerm.set(term, { ...previous, count: previous.count + 1 })
    }
  return [...countsByTerm]
    .filter(([term, { count }]) => !entryTerms.has(term) && count >= MIN_SHARED_PORTION * phrasings.length)
    .sort(([, left], [, right]) => right.count - left.count)
    .slice(0, MAX_WORDS)
    .map(([, { word }]) => word)
}
