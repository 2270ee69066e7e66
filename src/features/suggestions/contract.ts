import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema } from '../../kernel/wire.ts'
import { createFaqInput, savedFaqSchema } from '../faqs/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

/** Maximum number of suggestions on offer; further ones wait. */
export const SUGGESTED_FAQS_MAX = 20

/**
 * Origin of a question and its answer: FAQ markup, a list of questions, a heading that is a question, or a language
 * model.
 */
export const SUGGESTION_KINDS = ['markup', 'list', 'heading', 'model'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

export const suggestedFaqSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  kind: z.enum(SUGGESTION_KINDS),
  /** The source: page, document or text. */
  source: z.object({ id: idSchema, title: z.string(), url: z.string().nullable() }),
  /** Sentences of a model's that no source supports: they are not in the answer. */
  left_out: z.number().int(),
})
export type SuggestedFaq = z.output<typeof suggestedFaqSchema>

const some = z.array(idSchema).min(1, { error: 'Please choose at least one suggestion.' }).max(SUGGESTED_FAQS_MAX)
const SAVED_AS = ['draft', 'published'] as const
export type SavedAs = (typeof SAVED_AS)[number]

/** FAQs found in the workspace's own websites and documents. */
export const suggestionsContract = {
  /** In the order in which they are offered; `waiting` counts what was found beyond. */
  list: workspaceProcedure('faq.read')
    .route(rest('GET /suggestions', 'Suggested FAQs', 'List suggested FAQs'))
    .output(z.object({ items: z.array(suggestedFaqSchema), waiting: z.number().int() })),
  /** Makes FAQs of them, as many as the plan allows; `left` counts those for which there was no room. */
  accept: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /suggestions/accept', 'Suggested FAQs', 'Make FAQs of suggestions'))
    .input(z.object({ ids: some, status: z.enum(SAVED_AS) }))
    .output(
      z.object({
        faq_ids: z.array(idSchema),
        left: z.number().int(),
        /** The plan's limit, where it was reached. */
        limit: z.number().int().nullable(),
      }),
    ),
  /** Makes a FAQ of one, as it was edited. */
  acceptEdited: workspaceProcedure('faq.write', { writes: true, ids: { id: 'suggestion' } })
    .route(rest('POST /suggestions/{id}/accept', 'Suggested FAQs', 'Make a FAQ of an edited suggestion'))
    .input(z.object({ id: idSchema, faq: createFaqInput }))
    .output(savedFaqSchema),
  /** They are not offered again, and neither is what asks the same. */
  dismiss: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /suggestions/dismiss', 'Suggested FAQs', 'Dismiss suggestions'))
    .input(z.object({ ids: some }))
    .output(z.object({ dismissed: z.number().int() })),
  /** Takes a dismissal back. */
  restore: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /suggestions/restore', 'Suggested FAQs', 'Restore dismissed suggestions'))
    .input(z.object({ ids: some }))
    .output(z.object({ restored: z.number().int() })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'suggestions.changed': object
    'suggestions.settled': object
  }
}
