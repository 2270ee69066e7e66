import { oneLine } from '../../../kernel/text.ts'
/**
 * A question with its answer in a page's own markup. Stored when the page is read, since the text alone does not show
 * it. `markup`: FAQPage of schema.org. `list`: a list of terms and descriptions, or a question that opens to its
 * answer.
 */
export interface MarkedFaq {
  kind: 'markup' | 'list'
  question: string
  /** Markdown, as the text of the page. */
  answer: string
}

/** Maximum number per page. */
export const MAX_MARKED_FAQS = 200
export const MAX_MARKED_QUESTION_LENGTH = 500
export const MAX_MARKED_ANSWER_LENGTH = 20_000

/** Returns the usable ones: with both parts, none too long, each question once. */
export function usableFaqs(foundFaqs: Iterable<MarkedFaq>): MarkedFaq[] {
  const faqsByQuestion = new Map<string, MarkedFaq>()
  for (const { kind, question, answer } of foundFaqs) {
    if (faqsByQuestion.size >= MAX_MARKED_FAQS) break
    const cleanedFaq = { kind, question: onOneLine(question), answer: withoutNul(answer).trim() }
    const questionKey = cleanedFaq.question.toLowerCase()
    const isWithinLimits =
      cleanedFaq.question.length <= MAX_MARKED_QUESTION_LENGTH && cleanedFaq.answer.length <= MAX_MARKED_ANSWER_LENGTH
    if (cleanedFaq.question !== '' && cleanedFaq.answer !== '' && isWithinLimits && !faqsByQuestion.has(questionKey))
      faqsByQuestion.set(questionKey, cleanedFaq)
  }
  return [...faqsByQuestion.values()]
}

/** No database stores it, and JSON in a page may hold it. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
const onOneLine = (text: string): string => oneLine(withoutNul(text))
