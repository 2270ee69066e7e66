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
export const MARKED_MAX = 200
export const MARKED_QUESTION_MAX = 500
export const MARKED_ANSWER_MAX = 20_000

/** Returns the usable ones: with both parts, none too long, each question once. */
export function keptFaqs(found: Iterable<MarkedFaq>): MarkedFaq[] {
  const kept = new Map<string, MarkedFaq>()
  for (const { kind, question, answer } of found) {
    if (kept.size >= MARKED_MAX) break
    const faq = { kind, question: onOneLine(question), answer: withoutNul(answer).trim() }
    const key = faq.question.toLowerCase()
    const fits = faq.question.length <= MARKED_QUESTION_MAX && faq.answer.length <= MARKED_ANSWER_MAX
    if (faq.question !== '' && faq.answer !== '' && fits && !kept.has(key)) kept.set(key, faq)
  }
  return [...kept.values()]
}

/** No database stores it, and JSON in a page may hold it. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
const onOneLine = (text: string): string => oneLine(withoutNul(text))
