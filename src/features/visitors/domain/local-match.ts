/** Words of two letters or more. */
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []

/**
 * The search that works when the server can't be reached: the FAQs that hold every word typed, as beginnings of
 * words, those with it in the question first.
 */
export function localMatches<T extends { question: string; text: string }>(query: string, faqs: readonly T[]): T[] {
  const typed = words(query)
  if (!typed.length) return []
  const holds = (text: string) => {
    const have = words(text)
    return typed.every((word) => have.some((candidate) => candidate.startsWith(word)))
  }
  const inQuestion = faqs.filter((faq) => holds(faq.question))
  const elsewhere = faqs.filter((faq) => !inQuestion.includes(faq) && holds(`${faq.question} ${faq.text}`))
  return [...inQuestion, ...elsewhere]
}
