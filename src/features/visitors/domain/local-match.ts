/** Words of two letters or more. */
const wordsOf = (sentence: string): string[] => sentence.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []

/**
 * The search that works when the server can't be reached: the FAQs that hold every word typed, as beginnings of
 * words, those with it in the question first.
 */
export function localMatches<T extends { question: string; text: string }>(
  searchQuery: string,
  searchableFaqs: readonly T[],
): T[] {
  const queryWords = wordsOf(searchQuery)
  if (!queryWords.length) return []
  const matchesEveryWord = (searchedText: string) => {
    const textWords = wordsOf(searchedText)
    return queryWords.every((queryWord) => textWords.some((candidate) => candidate.startsWith(queryWord)))
  }
  const matchesInQuestion = searchableFaqs.filter((faq) => matchesEveryWord(faq.question))
  const matchesInAnswer = searchableFaqs.filter(
    (faq) => !matchesInQuestion.includes(faq) && matchesEveryWord(`${faq.question} ${faq.text}`),
  )
  return [...matchesInQuestion, ...matchesInAnswer]
}
