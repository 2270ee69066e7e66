import type { Faq } from '../../contract.ts'

/** Everything that a FAQ says, under the names that the import takes. */
export type ExportedFaq = Pick<
  Faq,
  'question' | 'answer' | 'category' | 'status' | 'display_order' | 'alternative_questions'
>

export const exportedFaq = (faq: ExportedFaq): ExportedFaq => ({
  question: faq.question,
  answer: faq.answer,
  alternative_questions: faq.alternative_questions,
  category: faq.category,
  status: faq.status,
  display_order: faq.display_order,
})
