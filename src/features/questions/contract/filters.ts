import { z } from 'zod'
import { idSchema, plainText, timestamp } from '../../../kernel/wire.ts'
import { OUTCOMES, QUESTION_VIEWS } from './schemas.ts'

/** Values that are offered for each filter. */
export const FILTER_VALUES_MAX = 50

/** Questions that are assigned to no one. */
export const UNASSIGNED = 'none'

/** Selects questions of a list or an export. */
export const questionFilter = z.object({
  q: plainText().max(200).optional(),
  /** Inclusive bounds. */
  from: timestamp.optional(),
  to: timestamp.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  view: z.enum(QUESTION_VIEWS).default('all'),
  /** Address of the page with the widget, without query and fragment. */
  page_url: plainText().max(2_000).optional(),
  /** A FAQ, document, page, text or item that helped to answer. */
  source_id: idSchema.optional(),
  /** Detected language, BCP 47. */
  language: plainText().max(35).optional(),
  /** A member's id, or `none`. */
  assignee: z.union([z.literal(UNASSIGNED), idSchema]).optional(),
})
export type QuestionFilter = z.output<typeof questionFilter>

export const questionFiltersSchema = z.object({
  pages: z.array(z.object({ url: z.string(), count: z.number().int() })),
  sources: z.array(z.object({ id: idSchema, title: z.string(), count: z.number().int() })),
  languages: z.array(z.object({ language: z.string(), count: z.number().int() })),
})
export type QuestionFilterValues = z.output<typeof questionFiltersSchema>
