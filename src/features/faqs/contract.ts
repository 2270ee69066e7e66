import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, pageInput, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'
import { CONTENT_FIELDS, contentInput, contentSchema, createFaqInput } from './contract/faq-content.ts'
import {
  CATEGORIES_MAX,
  CATEGORY_MAX,
  COMPARED_MAX,
  FAQ_STATUSES,
  IMPORT_MAX,
  ON_DUPLICATE,
  RESTORE_MAX,
  SEARCH_MAX,
} from './contract/limits.ts'
import { manyIds, outcomesSchema, rowsInput, updateManyInput } from './contract/many.ts'
import './contract/events.ts'

export type { WrittenFaq } from './contract/events.ts'

export * from './contract/faq-content.ts'
export * from './contract/images.ts'
export * from './contract/limits.ts'
export * from './contract/stock-replies.ts'
export { rowsInput, updateManyInput }

export const faqSchema = z.object({
  id: idSchema,
  ...contentSchema.shape,
  display_order: z.number().int(),
  slug: z.string(),
  /** Grows by one with every saved change but those of its place in the order. */
  version: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Faq = z.output<typeof faqSchema>

/** A FAQ as a row of the table: without its texts, of which thousands would be a burden. */
export const listedFaqSchema = faqSchema
  .pick({ id: true, question: true, category: true, status: true, display_order: true })
  .extend({ needs_answer: z.literal(true).optional() })
export type ListedFaq = z.output<typeof listedFaqSchema>

/** Something worth knowing about what was just saved; it never blocks. */
export const faqWarningSchema = z.object({
  code: z.enum(['faq.duplicate_question', 'faq.similar_question']),
  message: z.string(),
  /** The FAQ that was there before. */
  faq_id: idSchema,
  question: z.string(),
})
export type FaqWarning = z.output<typeof faqWarningSchema>
export const savedFaqSchema = faqSchema.extend({ warnings: z.array(faqWarningSchema) })
export type SavedFaq = z.output<typeof savedFaqSchema>

export const updateFaqInput = z.object({
  id: idSchema,
  ...contentInput.partial().shape,
  /** The new position, 1..n; the others move to make room. */
  display_order: z.number().int().optional(),
  /** The version the change was made to; where it is no longer the newest, the answer is 409 `faq.changed_meanwhile`. */
  version: z.number().int().min(1).optional(),
})

/** Rows are checked one by one, so that one bad row does not refuse the others. */
export const importFaqsInput = z.object({
  items: z
    .array(z.unknown())
    .min(1, { error: 'There is nothing to import.' })
    .max(IMPORT_MAX, { error: 'At most 10,000 items per call.' }),
  on_duplicate: z.enum(ON_DUPLICATE).default('skip'),
  /**
   * Makes a call idempotent: an item that the same run has already created is not created again. The caller generates
   * one `id` for all calls of an import; `numbers` identify the items of this call.
   */
  run: z.object({ id: idSchema, numbers: z.array(z.number().int().min(0)).max(IMPORT_MAX) }).optional(),
})
export const importFaqsOutput = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  failed: z.array(z.object({ index: z.number().int(), code: z.string(), message: z.string() })),
  /** One entry per item, in order: the resulting FAQ (the existing one when skipped), or null when it failed. */
  ids: z.array(idSchema.nullable()),
  /** One entry per item, in order: what became of it. */
  outcomes: z.array(z.enum(['created', 'updated', 'skipped', 'failed'])),
  /** Questions that exist already, of items that were created all the same; near ones in calls of at most 50 items. */
  warnings: z.array(faqWarningSchema.extend({ index: z.number().int() })),
})
export type ImportOutcome = z.output<typeof importFaqsOutput>

const existingFaq = z.object({ id: idSchema, question: z.string() })
export const compareQuestionsInput = z.object({ questions: z.array(plainText()).min(1).max(COMPARED_MAX) })
export const compareQuestionsOutput = z.object({
  items: z.array(
    z.object({
      /** Asks the same, but for case and punctuation. */
      same: existingFaq.nullable(),
      /** Asks nearly the same; looked for where at most 50 questions are given. */
      similar: existingFaq.nullable(),
    }),
  ),
})

/** Name of the acting user at that time. */
const authorSchema = z.object({ kind: z.enum(['person', 'api_key', 'system']), name: z.string() })

/** Details of 409 `faq.changed_meanwhile`. */
export const faqConflictSchema = z.object({
  current: faqSchema,
  saved_by: authorSchema.nullable(),
})
export type FaqConflict = z.output<typeof faqConflictSchema>

export const faqVersionSchema = z.object({
  version: z.number().int(),
  saved_at: timestamp,
  saved_by: authorSchema,
  /** Fields that differ from the previous version; empty when that one does not exist. */
  changed: z.array(z.enum(CONTENT_FIELDS)),
  /** The version that was brought back with this one. */
  restored_from: z.number().int().nullable(),
})
export type FaqVersion = z.output<typeof faqVersionSchema>

export const trashedFaqSchema = contentSchema.extend({
  id: idSchema,
  deleted_at: timestamp,
  deleted_by: authorSchema,
  /** When it will be deleted for good. */
  purged_at: timestamp,
})
export type TrashedFaq = z.output<typeof trashedFaqSchema>

const someIds = z.array(idSchema).min(1, { error: 'Please choose at least one FAQ.' }).max(RESTORE_MAX)
export const restoreFaqsInput = z
  .object({
    ids: someIds.optional(),
    /** All that were deleted at once, as an Undo: they go back to where they stood. */
    deletion_id: idSchema.optional(),
  })
  .refine(({ ids, deletion_id }) => (ids === undefined) !== (deletion_id === undefined), {
    error: 'Specify either FAQs or a deletion.',
  })

const categoryName = requiredText(CATEGORY_MAX, 'Please enter a name.')
const categoriesOutput = z.object({
  items: z.array(z.object({ name: z.string(), faq_count: z.number().int(), is_default: z.boolean() })),
})
export type CategoryList = z.output<typeof categoriesOutput>['items']

export const faqsContract = {
  list: workspaceProcedure('faq.read')
    .route(rest('GET /faqs', 'FAQs', 'List FAQs in their order'))
    .input(
      pageInput.extend({
        status: z.enum(FAQ_STATUSES).optional(),
        category: plainText().max(CATEGORY_MAX).optional(),
        q: plainText().max(SEARCH_MAX).optional(),
      }),
    )
    .output(pageOf(faqSchema)),
  get: workspaceProcedure('faq.read', { ids: { id: 'faq' } })
    .route(rest('GET /faqs/{id}', 'FAQs', 'Read a FAQ'))
    .input(z.object({ id: idSchema }))
    .output(faqSchema),
  /** Rows of the table in order; `total` is the number of all FAQs. */
  rows: workspaceProcedure('faq.read')
    .input(rowsInput)
    .output(pageOf(listedFaqSchema).extend({ total: z.number().int() })),
  /** Which FAQs hold the text in their question, answer or alternative questions. */
  matching: workspaceProcedure('faq.read')
    .input(z.object({ q: requiredText(SEARCH_MAX, 'Please enter what to search for.') }))
    .output(z.object({ ids: z.array(idSchema) })),
  create: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /faqs', 'FAQs', 'Create a FAQ', { successStatus: 201 }))
    .input(createFaqInput)
    .output(savedFaqSchema),
  update: workspaceProcedure('faq.write', { writes: true, conditional: true, ids: { id: 'faq' } })
    .route(rest('PATCH /faqs/{id}', 'FAQs', 'Change a FAQ'))
    .input(updateFaqInput)
    .output(savedFaqSchema),
  delete: workspaceProcedure('faq.delete', { writes: true, conditional: true, ids: { id: 'faq' } })
    .route(rest('DELETE /faqs/{id}', 'FAQs', 'Delete a FAQ'))
    .input(z.object({ id: idSchema }))
    .output(z.object({ deleted: z.literal(true), deletion_id: idSchema })),
  /** Moves one FAQ to a position, 1..n; a position beyond an end is that end. `moved` counts the FAQs whose place changed. */
  reorder: workspaceProcedure('faq.write', { writes: true, ids: { id: 'faq' } })
    .route(rest('POST /faqs/{id}/move', 'FAQs', 'Move a FAQ to a position'))
    .input(z.object({ id: idSchema, position: z.number().int() }))
    .output(z.object({ display_order: z.number().int(), moved: z.number().int() })),
  /** Changes status or category of many. Ids that name nothing here do not stop the others. */
  updateMany: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /faqs/update', 'FAQs', 'Change the status or category of many FAQs'))
    .input(updateManyInput)
    .output(outcomesSchema),
  deleteMany: workspaceProcedure('faq.delete', { writes: true })
    .route(rest('POST /faqs/delete', 'FAQs', 'Delete many FAQs'))
    .input(z.object({ ids: manyIds }))
    .output(outcomesSchema.extend({ deletion_id: idSchema.nullable() })),
  import: workspaceProcedure('faq.import', { writes: true, maxBodyBytes: 32 * 1024 * 1024 })
    .route(rest('POST /faqs/import', 'FAQs', 'Import up to 10,000 FAQs'))
    .input(importFaqsInput)
    .output(importFaqsOutput),
  compare: workspaceProcedure('faq.read')
    .route(rest('POST /faqs/compare', 'FAQs', 'Find FAQs with the same questions'))
    .input(compareQuestionsInput)
    .output(compareQuestionsOutput),
  /** Accepts larger bodies than an image may have, so that the refusal can name the limit. */
  uploadImage: workspaceProcedure('faq.write', { writes: true, maxBodyBytes: 16 * 1024 * 1024 })
    .route(rest('POST /faqs/images', 'FAQs', 'Upload an image for an answer', { successStatus: 201 }))
    .input(z.object({ file: z.file() }))
    .output(z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })),
  archiveAll: workspaceProcedure('faq.bulk', { writes: true })
    .route(rest('POST /faqs/archive-all', 'FAQs', 'Archive all FAQs'))
    .output(z.object({ archived: z.number().int() })),
  deleteAll: workspaceProcedure('faq.bulk', { writes: true })
    .route(rest('POST /faqs/delete-all', 'FAQs', 'Delete all FAQs'))
    .output(z.object({ deleted: z.number().int(), deletion_id: idSchema.nullable() })),
  categories: workspaceProcedure('faq.read').output(z.object({ items: z.array(z.string()), default: z.string() })),
  /** Newest first. */
  history: {
    list: workspaceProcedure('faq.read', { ids: { id: 'faq' } })
      .route(rest('GET /faqs/{id}/versions', 'FAQs', 'List earlier versions of a FAQ, newest first'))
      .input(z.object({ id: idSchema }))
      .output(z.object({ items: z.array(faqVersionSchema) })),
    read: workspaceProcedure('faq.read', { ids: { id: 'faq' } })
      .route(rest('GET /faqs/{id}/versions/{version}', 'FAQs', 'Read an earlier version of a FAQ'))
      .input(z.object({ id: idSchema, version: z.coerce.number().int().min(1) }))
      .output(
        z.object({
          content: contentSchema,
          /** The version before, where it is kept. */
          before: contentSchema.nullable(),
          /** The FAQ as it is now. */
          now: contentSchema,
        }),
      ),
    restore: workspaceProcedure('faq.write', { writes: true, ids: { id: 'faq' } })
      .route(rest('POST /faqs/{id}/versions/{version}/restore', 'FAQs', 'Restore an earlier version of a FAQ'))
      .input(z.object({ id: idSchema, version: z.coerce.number().int().min(1) }))
      .output(savedFaqSchema),
  },
  trash: {
    /** Newest first; `total` is the number of all, regardless of the search. */
    list: workspaceProcedure('faq.read')
      .route(rest('GET /trash', 'FAQs', 'List deleted FAQs, newest first'))
      .input(pageInput.extend({ q: plainText().max(200).optional() }))
      .output(pageOf(trashedFaqSchema).extend({ total: z.number().int() })),
    restore: workspaceProcedure('faq.delete', { writes: true })
      .route(rest('POST /trash/restore', 'FAQs', 'Restore deleted FAQs'))
      .input(restoreFaqsInput)
      .output(z.object({ restored: z.number().int() })),
    delete: workspaceProcedure('faq.bulk', { writes: true })
      .route(rest('POST /trash/delete', 'FAQs', 'Delete FAQs of the trash permanently'))
      .input(z.object({ ids: someIds }))
      .output(z.object({ deleted: z.number().int() })),
    empty: workspaceProcedure('faq.bulk', { writes: true })
      .route(rest('POST /trash/empty', 'FAQs', 'Empty the trash'))
      .output(z.object({ deleted: z.number().int() })),
  },
  /** The workspace's own list. Each write answers it as it is then. */
  categoryList: {
    get: workspaceProcedure('faq.read')
      .route(rest('GET /categories', 'FAQs', 'List categories in their order'))
      .output(categoriesOutput),
    add: workspaceProcedure('workspace.settings', { writes: true })
      .route(rest('POST /categories', 'FAQs', 'Add a category', { successStatus: 201 }))
      .input(z.object({ name: categoryName }))
      .output(categoriesOutput),
    /** The FAQs of the category go along. */
    rename: workspaceProcedure('workspace.settings', { writes: true, conditional: '/categories' })
      .route(rest('PATCH /categories/{name}', 'FAQs', 'Rename a category'))
      .input(z.object({ name: plainText(), to: categoryName }))
      .output(categoriesOutput),
    /** Every category once, in the wanted order. */
    reorder: workspaceProcedure('workspace.settings', { writes: true, conditional: '/categories' })
      .route(rest('PUT /categories/order', 'FAQs', 'Put the categories in order'))
      .input(z.object({ names: z.array(plainText()).max(CATEGORIES_MAX) }))
      .output(categoriesOutput),
    /** Its FAQs move to another category. */
    delete: workspaceProcedure('workspace.settings', { writes: true, conditional: '/categories' })
      .route(rest('DELETE /categories/{name}', 'FAQs', 'Delete a category; its FAQs move to another'))
      .input(z.object({ name: plainText(), move_to: plainText() }))
      .output(categoriesOutput),
  },
}

export const exportFilter = z.object({
  status: z.enum(FAQ_STATUSES).optional(),
  category: plainText().max(CATEGORY_MAX).optional(),
  q: plainText().max(200).optional(),
})
