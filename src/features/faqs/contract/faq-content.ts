import { z } from 'zod'
import { requiredText } from '../../../kernel/wire.ts'
import {
  ALTERNATIVES_MAX,
  ANSWER_MAX,
  CATEGORY_MAX,
  DEFAULT_CATEGORY,
  FAQ_REQUIRED,
  FAQ_STATUSES,
  QUESTION_MAX,
} from './limits.ts'

/**
 * The content of a FAQ: what versions and the trash keep, what two edits can conflict in, and what exports contain. A new
 * field is added to the values below, to `faqs.table.ts`, `faq-columns.ts` and, for its input, `faq-fields.tsx`.
 */
export const contentSchema = z.object({
  question: z.string(),
  answer: z.string(),
  category: z.string(),
  status: z.enum(FAQ_STATUSES),
  alternative_questions: z.array(z.string()),
})
export type FaqContent = z.output<typeof contentSchema>
export type ContentField = keyof FaqContent
/** In the order in which a FAQ is compared and read. */
export const CONTENT_FIELDS = contentSchema.keyof().options

export const CONTENT_LABELS: Record<ContentField, string> = {
  question: 'Question',
  answer: 'Answer',
  category: 'Category',
  status: 'Status',
  alternative_questions: 'Alternative questions',
}

/** A new FAQ before anything is written; also the values of fields that a snapshot is too old to contain. */
export const EMPTY_CONTENT: FaqContent = {
  question: '',
  answer: '',
  category: DEFAULT_CATEGORY,
  status: 'draft',
  alternative_questions: [],
}

/** The content as it may be written. */
export const contentInput = z.object({
  question: requiredText(QUESTION_MAX, FAQ_REQUIRED),
  answer: requiredText(ANSWER_MAX, FAQ_REQUIRED),
  category: requiredText(CATEGORY_MAX, 'Please choose a category.'),
  status: z.enum(FAQ_STATUSES),
  alternative_questions: z
    .array(requiredText(QUESTION_MAX, 'An alternative question is empty.'))
    .max(ALTERNATIVES_MAX, { error: `At most ${ALTERNATIVES_MAX} alternative questions.` }),
})

const { category, status, alternative_questions: alternatives } = contentInput.shape
/** Question and answer are required. */
export const createFaqInput = contentInput.extend({
  category: category.default(EMPTY_CONTENT.category),
  status: status.default(EMPTY_CONTENT.status),
  alternative_questions: alternatives.default(EMPTY_CONTENT.alternative_questions),
})
export type CreateFaqInput = z.input<typeof createFaqInput>
