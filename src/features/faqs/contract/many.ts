import { z } from 'zod'
import { idSchema } from '../../../kernel/wire.ts'
import { contentInput } from './faq-content.ts'
import { CHANGES_MAX, FAQ_STATUSES, MANY_OUTCOMES, ROWS_MAX } from './limits.ts'

/** Query of the table: slim rows in order. */
export const rowsInput = z.object({
  limit: z.number().int().min(1).max(ROWS_MAX).default(ROWS_MAX),
  cursor: z.string().max(20).optional(),
  /** Only these, to learn what has become of them. */
  ids: z.array(idSchema).min(1).max(CHANGES_MAX).optional(),
})

/** The ids of one call are worked through together; each has an outcome of its own. */
export const manyIds = z
  .array(idSchema)
  .min(1, { error: 'Nothing is selected.' })
  .max(CHANGES_MAX, { error: `At most ${CHANGES_MAX} FAQs per call.` })
  .transform((givenIds) => [...new Set(givenIds)])

export const updateManyInput = z.object({
  ids: manyIds,
  status: contentInput.shape.status.optional(),
  category: contentInput.shape.category.optional(),
  /** Only those that have this status now are changed. */
  if_status: z.enum(FAQ_STATUSES).optional(),
})

export const outcomesSchema = z.object({
  outcomes: z.array(z.object({ id: idSchema, outcome: z.enum(MANY_OUTCOMES) })),
})
