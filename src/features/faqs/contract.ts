import { z } from 'zod'
import { idSchema, pageInput, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const CATEGORIES = ['General', 'Technical', 'Billing', 'Support', 'Product', 'Policy', 'Service'] as const
export const DEFAULT_CATEGORY = 'General'
export const FAQ_STATUSES = ['draft', 'published', 'archived'] as const
export type FaqStatus = (typeof FAQ_STATUSES)[number]

export const QUESTION_MAX = 500
export const ANSWER_MAX = 20_000
export const ALTERNATIVES_MAX = 50
export const CATEGORY_MAX = 60
export const IMPORT_MAX = 10_000
export const FAQ_REQUIRED = 'Question and answer are required'

const category = requiredText(CATEGORY_MAX, 'Please choose a category.')
const alternatives = z
  .array(requiredText(QUESTION_MAX, 'An alternative question is empty.'))
  .max(ALTERNATIVES_MAX, { error: `At most ${ALTERNATIVES_MAX} alternative questions.` })

export const faqSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  category: z.string(),
  status: z.enum(FAQ_STATUSES),
  display_order: z.number().int(),
  alternative_questions: z.array(z.string()),
  slug: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Faq = z.output<typeof faqSchema>

/** Something worth knowing about what was just saved; it never blocks. */
export const faqWarningSchema = z.object({
  code: z.enum(['faq.duplicate_question', 'faq.similar_question']),
  message: z.string(),
  faq_id: idSchema,
})
export const savedFaqSchema = faqSchema.extend({ warnings: z.array(faqWarningSchema) })
export type SavedFaq = z.output<typeof savedFaqSchema>

export const createFaqInput = z.object({
  question: requiredText(QUESTION_MAX, FAQ_REQUIRED),
  answer: requiredText(ANSWER_MAX, FAQ_REQUIRED),
  category: category.default(DEFAULT_CATEGORY),
  status: z.enum(FAQ_STATUSES).default('draft'),
  alternative_questions: alternatives.default([]),
})
export type CreateFaqInput = z.input<typeof createFaqInput>

export const updateFaqInput = z.object({
  id: idSchema,
  question: requiredText(QUESTION_MAX, FAQ_REQUIRED).optional(),
  answer: requiredText(ANSWER_MAX, FAQ_REQUIRED).optional(),
  category: category.optional(),
  status: z.enum(FAQ_STATUSES).optional(),
  /** The new position, 1..n; the others move to make room. */
  display_order: z.number().int().optional(),
  alternative_questions: alternatives.optional(),
})

/** Rows are checked one by one, so that one bad row does not refuse the others. */
export const importFaqsInput = z.object({
  items: z
    .array(z.unknown())
    .min(1, { error: 'There is nothing to import.' })
    .max(IMPORT_MAX, { error: 'At most 10,000 items a call.' }),
  on_duplicate: z.enum(['skip', 'update', 'create']).default('skip'),
})
export const importItemInput = createFaqInput
export const importFaqsOutput = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  failed: z.array(z.object({ index: z.number().int(), code: z.string(), message: z.string() })),
  /** One entry per item, in order: the FAQ that now stands for it (the existing one where it was skipped), or null where it failed. */
  ids: z.array(idSchema.nullable()),
})

const tags = ['FAQs']
export const faqsContract = {
  list: workspaceProcedure('faq.read')
    .route({ method: 'GET', path: '/faqs', tags, summary: 'List FAQs in their order' })
    .input(
      pageInput.extend({
        status: z.enum(FAQ_STATUSES).optional(),
        category: plainText().max(CATEGORY_MAX).optional(),
        q: plainText().max(200).optional(),
      }),
    )
    .output(pageOf(faqSchema)),
  create: workspaceProcedure('faq.write', { writes: true })
    .route({ method: 'POST', path: '/faqs', tags, summary: 'Create a FAQ', successStatus: 201 })
    .input(createFaqInput)
    .output(savedFaqSchema),
  update: workspaceProcedure('faq.write', { writes: true, ids: { id: 'faq' } })
    .route({ method: 'PATCH', path: '/faqs/{id}', tags, summary: 'Change a FAQ' })
    .input(updateFaqInput)
    .output(savedFaqSchema),
  delete: workspaceProcedure('faq.delete', { writes: true, ids: { id: 'faq' } })
    .route({ method: 'DELETE', path: '/faqs/{id}', tags, summary: 'Delete a FAQ' })
    .input(z.object({ id: idSchema }))
    .output(z.object({ deleted: z.literal(true) })),
  import: workspaceProcedure('faq.import', { writes: true })
    .route({ method: 'POST', path: '/faqs/import', tags, summary: 'Import up to 10,000 FAQs' })
    .input(importFaqsInput)
    .output(importFaqsOutput),
  archiveAll: workspaceProcedure('faq.bulk', { writes: true }).output(z.object({ archived: z.number().int() })),
  deleteAll: workspaceProcedure('faq.bulk', { writes: true }).output(z.object({ deleted: z.number().int() })),
  categories: workspaceProcedure('faq.read').output(z.object({ items: z.array(z.string()) })),
}
