import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const CONTRADICTIONS_PAGE_SIZE = 10
export const CONTRADICTION_STATES = ['open', 'dismissed'] as const
export type ContradictionState = (typeof CONTRADICTION_STATES)[number]
/** Kind of difference: a figure or date, an address, a negation, opposite words, yes and no. */
export const DIFFERENCE_KINDS = ['value', 'contact', 'negation', 'opposite', 'answer'] as const

/** One of the two texts, and the sentence that the other contradicts. */
export const contradictingTextSchema = z.object({
  kind: z.enum(['faq', 'source']),
  /** The FAQ's id, or that of the document, page, text or item. */
  id: idSchema,
  title: z.string(),
  sentence: z.string(),
  /** Which characters of it differ: from, and up to. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type ContradictingText = z.output<typeof contradictingTextSchema>

export const contradictionSchema = z.object({
  id: idSchema,
  kind: z.enum(DIFFERENCE_KINDS),
  state: z.enum(CONTRADICTION_STATES),
  texts: z.tuple([contradictingTextSchema, contradictingTextSchema]),
  found_at: timestamp,
  dismissed_by: z.string().nullable(),
})
export type Contradiction = z.output<typeof contradictionSchema>

const contradictionIdSchema = z.object({ id: idSchema })
const onContradiction = { writes: true, ids: { id: 'contradiction' } }
const contradictionStateSchema = z.object({ state: z.enum(CONTRADICTION_STATES) })

export const contradictionsContract = {
  /** The newest first; what was changed or taken back since is not among them. */
  list: workspaceProcedure('faq.read')
    .route(rest('GET /contradictions', 'Contradictions', 'List contradictions, newest first'))
    .input(
      z.object({
        state: z.enum(CONTRADICTION_STATES).default('open'),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: z.coerce.number().int().min(1).max(100).default(CONTRADICTIONS_PAGE_SIZE),
      }),
    )
    .output(
      z.object({
        items: z.array(contradictionSchema),
        total: z.number().int(),
        counts: z.record(z.enum(CONTRADICTION_STATES), z.number().int()),
        /** Texts that were not compared yet. */
        uncompared: z.number().int(),
      }),
    ),
  /** They say the same, or speak of different things: not shown again before one of the two changes. */
  dismiss: workspaceProcedure('faq.write', onContradiction)
    .route(rest('POST /contradictions/{id}/dismiss', 'Contradictions', 'Dismiss a contradiction'))
    .input(contradictionIdSchema)
    .output(contradictionStateSchema),
  restore: workspaceProcedure('faq.write', onContradiction)
    .route(rest('POST /contradictions/{id}/restore', 'Contradictions', 'Restore a dismissed contradiction'))
    .input(contradictionIdSchema)
    .output(contradictionStateSchema),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'contradictions.changed': object
  }
}
