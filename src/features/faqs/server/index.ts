export { needsAnswer } from '../domain/needs-answer.ts'
export { csvLine } from '../domain/transfer/write-file.ts'
export { categoryNames, listCategories, publicCategories } from './categories/faq-categories.ts'
export { compareQuestions } from './compare-questions.ts'
export { createFaq } from './create-faq.ts'
export type { FaqRow } from './faq-columns.ts'
export { faqLimit, limitReached, roomFor } from './faq-limit.ts'
export { faqSlug } from './faq-slug.ts'
export { faqTransitions } from './faq-transitions.ts'
export { addSimilarWarnings } from './faq-warnings.ts'
export {
  countFaqs,
  firstPublished,
  listFaqs,
  publishedById,
  publishedBySlug,
  publishedFaqs,
} from './faqs.queries.ts'
export { createFaqsRoutes } from './faqs.routes.ts'
export { faqs } from './faqs.table.ts'
export { createFaqImageFiles } from './images/faq-image-files.ts'
export { removeUnusedImagesJob } from './images/remove-unused-images.job.ts'
export { insertFaqs } from './insert-faqs.ts'
export { rewriteFaqIndex } from './rewrite-index.ts'
export { createFaqFiles } from './transfer/export-files.ts'
export { importFaqs } from './transfer/import-faqs.ts'
export { purgeTrashJob } from './trash/purge-trash.job.ts'
export { findFaq } from './trash/trash.queries.ts'
export { columnNeedsAnswer } from './unanswered-faqs.ts'
export { updateFaq } from './update-faq.ts'
export { updateManyFaqs } from './update-many-faqs.ts'
export { type FaqOrderTransaction, withFaqOrder } from './with-faq-order.ts'
