import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, optionalText, timestamp } from '../../kernel/wire.ts'
import { createFaqInput, FAQ_STATUSES, savedFaqSchema } from '../faqs/contract.ts'
import { answerSourceSchema, OUTCOMES } from '../questions/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const GAPS_PAGE_SIZE = 20
export const PHRASINGS_PAGE_SIZE = 20
/** Entries that are shown as closest to a gap. */
export const CLOSEST_MAX = 3
/** Phrasings that can be taken out of a gap, or added to its FAQ, at once. */
export const CHOSEN_MAX = 50
export const DISMISS_NOTE_MAX = 300

/**
 * `open`: visitors ask and get no answer. `resolved`: all its questions, asked again, got the FAQ made for it or, where
 * there is none, an answer from any source.
 * `dismissed`: it needs no answer, for a reason.
 */
export const GAP_STATES = ['open', 'resolved', 'dismissed'] as const
export type GapState = (typeof GAP_STATES)[number]

export const DISMISS_REASONS = ['off_topic', 'for_a_person', 'not_planned', 'spam', 'other'] as const
export type DismissReason = (typeof DISMISS_REASONS)[number]

const answeringSourceSchema = answerSourceSchema.pick({ kind: true, title: true, url: true }).extend({ id: idSchema })

/** Reasons why a question does not get the FAQ as its answer in the verification. */
export const blockerSchema = z.object({
  /**
   * `outranked`: something else answered. `unsure`: the FAQ led the suggestions, or was among them, without being given as
   * the answer. `not_found`: the FAQ was not found. `disputed`: the only answer is the one that its visitor marked as not
   * helpful. `unavailable`: no answer could be given at that moment.
   */
  kind: z.enum(['outranked', 'unsure', 'not_found', 'disputed', 'unavailable']),
  /** Sources ranked above the FAQ; null when there are none. */
  by: answeringSourceSchema.nullable(),
})
export type Blocker = z.output<typeof blockerSchema>

const verificationSchema = z.object({
  /** `waiting`: its questions are being asked again, or will be in a moment. */
  state: z.enum(['none', 'waiting', 'passed', 'failed']),
  at: timestamp.nullable(),
  /** Different phrasings that were asked, and how many of them did not get the FAQ. */
  asked: z.number().int(),
  failed: z.number().int(),
})
export type VerificationState = z.output<typeof verificationSchema>['state']

export const gapSchema = z.object({
  id: idSchema,
  /** The representative question, in a visitor's own words. */
  question: z.string(),
  language: z.string(),
  state: z.enum(GAP_STATES),
  /** Numbers of questions and of different visitors. */
  asked: z.number().int(),
  visitors: z.number().int(),
  /** Visitors of the last seven days, and of the seven days before. */
  trend: z.object({ now: z.number().int(), before: z.number().int() }),
  last_asked_at: timestamp,
  /** The FAQ made of it, as long as there is one. */
  faq: z.object({ id: idSchema, question: z.string(), status: z.enum(FAQ_STATUSES) }).nullable(),
  verification: verificationSchema,
  /** Without a published FAQ of its own: the source that answers most of its questions now. */
  answered_by: answeringSourceSchema.nullable(),
  dismissed: z.object({ reason: z.enum(DISMISS_REASONS), note: z.string(), by: z.string().nullable() }).nullable(),
  /** It was resolved once, and questions fail again. */
  reopened_at: timestamp.nullable(),
})
export type Gap = z.output<typeof gapSchema>

/** One way of asking, as often as it was asked. */
export const phrasingSchema = z.object({
  /** The first question that was put like this. */
  id: idSchema,
  question: z.string(),
  asked: z.number().int(),
  outcome: z.enum(OUTCOMES),
  down_voted: z.boolean(),
  last_asked_at: timestamp,
  /** Null before it was asked again. */
  verification: z.enum(['passed', 'failed']).nullable(),
  blocker: blockerSchema.nullable(),
})
export type Phrasing = z.output<typeof phrasingSchema>

export const draftSchema = z.object({
  question: z.string(),
  alternative_questions: z.array(z.string()),
  category: z.string(),
  /** Empty where no source supports one. */
  answer: z.string(),
  /** Sources of the answer. */
  sources: z.array(answerSourceSchema),
  written_by: z.enum(['model', 'sources']).nullable(),
  /** Sentences of the model's that no source supports: they were left out. */
  left_out: z.number().int(),
  /** Something personal, or a swear word, stood in what visitors asked and is masked. */
  masked: z.boolean(),
})
export type Draft = z.output<typeof draftSchema>

/** An entry that comes closest to a gap's questions. */
export const closestEntrySchema = answeringSourceSchema.extend({
  /** Words that visitors ask with and the entry does not have. */
  lacks: z.array(z.string()),
})
export type ClosestEntry = z.output<typeof closestEntrySchema>

/** The changes that further alternatives of a FAQ would bring. */
export const alternativesPreviewSchema = z.object({
  /** The alternatives that would be added, without anything personal. */
  added: z.array(z.string()),
  /** Number of answer tests and answered questions that were searched for again. */
  tested: z.number().int(),
  /** Some of the questions that the FAQ would take away, and the title of the source that answers them now. */
  taken: z.array(z.object({ question: z.string(), from: z.string() })),
  taken_count: z.number().int(),
})
export type AlternativesPreview = z.output<typeof alternativesPreviewSchema>

const one = z.object({ id: idSchema })
const page = z.coerce.number().int().min(1).max(1_000_000).default(1)
const chosen = z.array(idSchema).min(1, { error: 'Please choose at least one question.' }).max(CHOSEN_MAX)
const alternativesInput = one.extend({ faq_id: idSchema, phrasing_ids: chosen })
const onGroup = { writes: true, ids: { id: 'gap' } }

export const gapsContract = {
  /** Ordered by the number of visitors; `counts` cover all gaps, regardless of filters. */
  list: workspaceProcedure('question.read')
    .route(rest('GET /gaps', 'Gaps', 'List gaps: unanswered questions, grouped'))
    .input(
      z.object({
        state: z.enum(GAP_STATES).default('open'),
        page,
        limit: z.coerce.number().int().min(1).max(100).default(GAPS_PAGE_SIZE),
      }),
    )
    .output(
      z.object({
        items: z.array(gapSchema),
        total: z.number().int(),
        counts: z.record(z.enum(GAP_STATES), z.number().int()),
      }),
    ),
  details: workspaceProcedure('question.read', { ids: { id: 'gap' } })
    .route(rest('GET /gaps/{id}', 'Gaps', 'Read a gap'))
    .input(one)
    .output(gapSchema),
  /** The ways in which a gap's question was asked: those that failed the verification first, then the most frequent. */
  phrasings: workspaceProcedure('question.read', { ids: { id: 'gap' } })
    .route(rest('GET /gaps/{id}/phrasings', 'Gaps', 'List phrasings of a gap'))
    .input(one.extend({ page }))
    .output(z.object({ items: z.array(phrasingSchema), total: z.number().int() })),
  /** All questions of `id` become questions of `into_id`; `unmerge` undoes it. */
  merge: workspaceProcedure('question.write', { writes: true, ids: { id: 'gap', into_id: 'gap' } })
    .route(rest('POST /gaps/{id}/merge', 'Gaps', 'Merge a gap into another'))
    .input(one.extend({ into_id: idSchema }))
    .output(gapSchema),
  unmerge: workspaceProcedure('question.write', onGroup)
    .route(rest('POST /gaps/{id}/unmerge', 'Gaps', 'Undo a merge'))
    .input(one)
    .output(gapSchema),
  /** The phrasings, with all questions put like them, become a gap of their own. */
  split: workspaceProcedure('question.write', onGroup)
    .route(rest('POST /gaps/{id}/split', 'Gaps', 'Make a gap of some phrasings'))
    .input(one.extend({ phrasing_ids: chosen }))
    .output(gapSchema),
  /** The phrasings, with all questions put like them, become questions of another gap. */
  movePhrasings: workspaceProcedure('question.write', { writes: true, ids: { id: 'gap', into_id: 'gap' } })
    .route(rest('POST /gaps/{id}/move-phrasings', 'Gaps', 'Move phrasings to another gap'))
    .input(one.extend({ into_id: idSchema, phrasing_ids: chosen }))
    .output(gapSchema),
  dismiss: workspaceProcedure('question.write', onGroup)
    .route(rest('POST /gaps/{id}/dismiss', 'Gaps', 'Dismiss a gap'))
    .input(one.extend({ reason: z.enum(DISMISS_REASONS), note: optionalText(DISMISS_NOTE_MAX).default('') }))
    .output(gapSchema),
  reopen: workspaceProcedure('question.write', onGroup)
    .route(rest('POST /gaps/{id}/reopen', 'Gaps', 'Reopen a gap'))
    .input(one)
    .output(gapSchema),
  /** Proposes a FAQ. Nothing is stored. */
  draft: workspaceProcedure('question.read', { ids: { id: 'gap' } })
    .route(rest('GET /gaps/{id}/draft', 'Gaps', 'Propose a FAQ for a gap'))
    .input(one)
    .output(draftSchema),
  /** Saves the FAQ of a gap; published, it is verified. */
  createFaq: workspaceProcedure('question.write', onGroup)
    .route(rest('POST /gaps/{id}/faq', 'Gaps', 'Save the FAQ of a gap', { successStatus: 201 }))
    .input(one.extend({ faq: createFaqInput }))
    .output(savedFaqSchema),
  /** Asks all its questions again. */
  verify: workspaceProcedure('question.write', onGroup)
    .route(rest('POST /gaps/{id}/verify', 'Gaps', 'Ask all questions of a gap again'))
    .input(one)
    .output(gapSchema),
  /** Up to three entries that come closest to its questions, and what they lack. */
  closest: workspaceProcedure('question.read', { ids: { id: 'gap' } })
    .route(rest('GET /gaps/{id}/closest', 'Gaps', 'List the closest entries and what they lack'))
    .input(one)
    .output(z.array(closestEntrySchema)),
  /** Tests which questions a FAQ would take away from other sources with phrasings as alternatives. Stores nothing. */
  previewAlternatives: workspaceProcedure('question.write', { ids: { id: 'gap', faq_id: 'faq' } })
    .route(rest('POST /gaps/{id}/alternatives/preview', 'Gaps', 'Preview phrasings as alternatives of a FAQ'))
    .input(alternativesInput)
    .output(alternativesPreviewSchema),
  /**
   * Adds phrasings to a FAQ as alternatives and verifies the gap again; a gap without a FAQ is answered by this one from
   * then on. Refused when the FAQ would take questions away from other sources.
   */
  addAlternatives: workspaceProcedure('question.write', { writes: true, ids: { id: 'gap', faq_id: 'faq' } })
    .route(rest('POST /gaps/{id}/alternatives', 'Gaps', 'Add phrasings to a FAQ as alternatives'))
    .input(alternativesInput)
    .output(gapSchema),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'gaps.changed': object
    /** Gaps that opened or closed. `deleted`: none of its questions is left. */
    'gaps.settled': { gaps: { id: string; to: GapState | 'merged' | 'deleted' }[] }
    'gaps.verification_requested': { id: string }
  }
}
