export { needsAnswer } from '../domain/needs-answer.ts'
export { compareQuestions } from './compare-questions.ts'
export { createFaq } from './create-faq.ts'
export { createFaqFiles } from './export-files.ts'
export { categoryNames, listCategories } from './faq-categories.ts'
export type { FaqRow } from './faq-columns.ts'
export { faqLimit, limitReached, roomFor } from './faq-limit.ts'
export {
  countFaqs,
  firstPublished,
  publishedById,
  publishedFaqs,
} from './faqs.queries.ts'
export { createFaqsRoutes } from './faqs.routes.ts'
export { faqs } from './faqs.table.ts'
export { importFaqs } from './import-faqs.ts'
export { insertFaqs } from './insert-faqs.ts'
export { purgeTrashJob } from './purge-trash.job.ts'
export { rewriteFaqIndex } from './rewrite-index.ts'
export { findFaq } from './trash.queries.ts'
export { columnNeedsAnswer } from './unanswered-faqs.ts'
export { updateFaq } from './update-faq.ts'
export { updateManyFaqs } from './update-many-faqs.ts'
export { type FaqOrderTransaction, withFaqOrder } from './with-faq-order.ts'
