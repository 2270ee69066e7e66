import { z } from 'zod'
import { PAGE_LANGUAGES } from '../../kernel/languages.ts'
import { CALLOUT_TONES, type MarkupBlock, type MarkupInline } from '../../kernel/markup.ts'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, plainText, timestamp } from '../../kernel/wire.ts'
import { answerSourceSchema, messageReferenceSchema, OUTCOMES, voteSchema } from '../questions/contract.ts'
import { ANSWER_LEVELS, SMALL_TALK_KINDS, workspaceProcedure } from '../workspaces/contract.ts'

export {
  AI_UNAVAILABLE,
  NOT_FOUND_ANSWER,
  SUGGESTED_ANSWER,
  UNAVAILABLE,
} from '../faqs/contract.ts'

export const VISITOR_QUESTION_MAX = 2_000
export const SEARCH_LIMIT_DEFAULT = 10
export const SEARCH_LIMIT_MAX = 50
export const RELATED_MAX = 3
/** Title of a source that visitors are not shown. */
export const INTERNAL_SOURCE = 'The team’s own content'
/** Sections that are shown where no answer is certain. */
export const SUGGESTIONS_MAX = 3

/** The workspace is named by its subdomain or its id. */
const workspaceReference = { subdomain: plainText().max(100).optional(), workspace_id: idSchema.optional() }

const isNamed = (v: { subdomain?: string | undefined; workspace_id?: string | undefined }) =>
  Boolean(v.subdomain || v.workspace_id)
const UNNAMED = { error: 'Specify the workspace by subdomain or workspace_id.', path: ['subdomain'] }

/** The token is issued for this workspace. */
export const tokenInput = z.object(workspaceReference).refine(isNamed, UNNAMED)

const questionSchema = plainText('Please enter a question.')
  .trim()
  .min(1, { error: 'Please enter a question.' })
  .max(VISITOR_QUESTION_MAX, { error: 'Please keep your question to at most 2,000 characters.' })

/** Metadata of a question. */
const askedFrom = {
  conversation_id: idSchema.optional(),
  page_url: plainText().max(2000).optional(),
  /** From `POST /api/public/token`; required where the workspace lists its allowed origins. */
  visitor_token: plainText().max(100).optional(),
}

export const askInput = z
  .object({
    ...workspaceReference,
    question: questionSchema,
    ...askedFrom,
    /** Language of the page, for the sentences that are not content; English by default. */
    lang: z.enum(PAGE_LANGUAGES).optional(),
    /** `challenge:number`, where the question was refused with `ask.proof_required`. */
    proof: plainText().max(100).optional(),
  })
  .refine(isNamed, UNNAMED)
export type AskInput = z.output<typeof askInput>

const inlineListSchema = (): z.ZodType<MarkupInline[]> => z.array(markupInlineSchema)

export const markupInlineSchema: z.ZodType<MarkupInline> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('break') }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({
    kind: z.enum(['strong', 'emphasis']),
    get children() {
      return inlineListSchema()
    },
  }),
  z.object({
    kind: z.literal('link'),
    href: z.string(),
    get children() {
      return inlineListSchema()
    },
  }),
  z.object({
    kind: z.literal('image'),
    src: z.string(),
    alt: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
])

export const markupBlockSchema: z.ZodType<MarkupBlock> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), children: inlineListSchema() }),
  z.object({ kind: z.literal('heading'), level: z.number().int(), children: inlineListSchema() }),
  z.object({
    kind: z.literal('list'),
    ordered: z.boolean(),
    start: z.number().int(),
    get items(): z.ZodType<MarkupBlock[][]> {
      return z.array(z.array(markupBlockSchema))
    },
  }),
  z.object({
    kind: z.literal('table'),
    header: z.array(inlineListSchema()),
    rows: z.array(z.array(inlineListSchema())),
  }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({
    kind: z.literal('callout'),
    tone: z.enum(CALLOUT_TONES),
    get children(): z.ZodType<MarkupBlock[]> {
      return z.array(markupBlockSchema)
    },
  }),
])

/** Text as blocks, for clients that render it themselves; the same as the HTML beside it. */
const markupBlocks = z.array(markupBlockSchema)

/** Present and true where parts of a long section are left out: its source has them. */
const isShortened = z.boolean().optional()

/** A section that may answer, shown without a claim. */
export const askSuggestionSchema = answerSourceSchema
  .pick({ kind: true, id: true, title: true, url: true })
  .extend({ text: z.string(), html: z.string(), blocks: markupBlocks, is_shortened: isShortened })
export type AskSuggestion = z.output<typeof askSuggestionSchema>

export const askOutput = z.object({
  /** Markdown: paragraphs, bold, lists and links. */
  answer: z.string(),
  /** The answer as safe HTML, and as blocks. */
  answer_html: z.string(),
  blocks: markupBlocks,
  is_shortened: isShortened,
  sources: z.array(answerSourceSchema),
  /** With the outcome `suggested`: the closest sections, best first. */
  suggestions: z.array(askSuggestionSchema).optional(),
  related_questions: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  /** Present when the message asked for no content; `person` and `insult` offer a handoff. */
  small_talk: z.enum(SMALL_TALK_KINDS).optional(),
  message_id: messageReferenceSchema,
  conversation_id: idSchema,
})
export type AskOutput = z.output<typeof askOutput>

export const searchInput = z.object({
  ...workspaceReference,
  q: plainText()
    .max(VISITOR_QUESTION_MAX, { error: 'Please keep your search to at most 2,000 characters.' })
    .default(''),
  limit: z.coerce.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT_DEFAULT),
  /** `1` while the visitor is still typing: the last word may be unfinished. */
  prefix: z.enum(['0', '1']).default('0'),
})

export const searchResultSchema = z.object({
  kind: z.enum(['faq', 'chunk']),
  id: idSchema,
  source_id: idSchema,
  title: z.string(),
  excerpt: z.string(),
  url: z.string().nullable(),
  score: z.number(),
})
export type SearchResult = z.output<typeof searchResultSchema>

/** The published FAQs of a workspace, or the first of them. */
export const publicFaqsInput = z.object({ limit: z.coerce.number().int().min(1).optional() })

export const feedbackInput = z.object({
  message_id: messageReferenceSchema,
  /** One of the answer's `suggestions`; without it the vote is about the whole answer. */
  suggestion_id: idSchema.optional(),
  vote: voteSchema.nullable(),
  reason: plainText().trim().max(1000).optional(),
})

/**
 * Asks for a person: about an answer (`message_id`), or, where no answer came and so nothing has an id, about the question
 * itself. With the `conversation_id` that it was asked under, the same question is kept once however often this is sent.
 */
export const handoffInput = z
  .object({
    message_id: messageReferenceSchema.optional(),
    ...workspaceReference,
    question: questionSchema.optional(),
    ...askedFrom,
    email: z.email({ error: 'Please enter a valid email address.' }).max(254),
    note: plainText().trim().max(2000, { error: 'Please keep your note to at most 2,000 characters.' }).optional(),
  })
  .refine((v) => v.message_id || (v.question && (v.subdomain || v.workspace_id)), {
    error: 'Specify the message, or the question and its workspace.',
    path: ['message_id'],
  })
export type HandoffInput = z.output<typeof handoffInput>

/** Share of a month's tokens at which the owners are warned. */
export const BUDGET_WARNING_SHARE = 0.8

export const modelUsageReportSchema = z.object({
  /** Tokens of the language model, sent and written, in the current calendar month in UTC. */
  used: z.number(),
  /** Limit of the month: the lower of the workspace's own and the instance's; null for none. */
  budget: z.number().nullable(),
  /** The instance's limit for each workspace. */
  maximum: z.number().nullable(),
  /** First day of the next month. */
  month_ends: z.string(),
})
export type ModelUsageReport = z.output<typeof modelUsageReportSchema>

export const meaningReportSchema = z.object({
  /**
   * `off`: by the operator. `running`: entries still lack their vectors. `unavailable`: they do, and the encoder failed
   * at the last attempt.
   */
  state: z.enum(['off', 'running', 'unavailable', 'complete']),
  /** The operator's local model that is not on the server; search by meaning is then off. */
  missing_model: z.string().nullable(),
  entries: z.number().int(),
  /** Entries that are found by meaning. */
  understood: z.number().int(),
  /** Entries that are only found by words: in a language that the encoder does not know, or with a text it refused. */
  words_only: z.number().int(),
  /** The fitted weight of meaning in the ranking, and its gain; null before its weight has been fitted. */
  effect: z
    .object({
      counts: z.boolean(),
      /** Phrasings of the workspace's own FAQs that find their FAQ in first place; null with fewer than 20. */
      fit: z
        .object({
          phrasings: z.number().int(),
          found_by_words: z.number().int(),
          found_with_meaning: z.number().int(),
        })
        .nullable(),
    })
    .nullable(),
})
export type MeaningReport = z.output<typeof meaningReportSchema>

/** Blocked sources of a workspace: every question is compared with all of them. */
export const BLOCKED_SOURCES_MAX = 200

/** A source that does not answer a question, nor its close paraphrases. */
export const blockedSourceSchema = z.object({
  id: idSchema,
  question: z.string(),
  kind: z.enum(['faq', 'chunk']),
  /** The FAQ's id, or that of the document, page, text or item. */
  source_id: idSchema,
  title: z.string(),
  blocked_by: z.string().nullable(),
  blocked_at: timestamp,
})
export type BlockedSource = z.output<typeof blockedSourceSchema>

/** Days and number of different questions, latest first, that a preview of a level decides again. */
export const PREVIEW_DAYS = 7
export const PREVIEW_QUESTIONS_MAX = 200

const decidedOutcome = z.enum(['answered', 'suggested', 'refused'])
export type DecidedOutcome = z.output<typeof decidedOutcome>
const outcomeCounts = z.record(decidedOutcome, z.number().int())

export const levelPreviewSchema = z.object({
  /** Questions decided again on the present content, each by itself and without a language model. */
  questions: z.number().int(),
  before: outcomeCounts,
  after: outcomeCounts,
  changes: z.array(z.object({ question: z.string(), before: decidedOutcome, after: decidedOutcome })),
})
export type LevelPreview = z.output<typeof levelPreviewSchema>

export const answeringContract = {
  /** Outcomes of the last days' questions at another level. Stores nothing. */
  previewLevel: workspaceProcedure('workspace.settings')
    .route(rest('GET /answer-level/preview', 'Answering', 'Preview another answer level on recent questions'))
    .input(z.object({ level: z.enum(ANSWER_LEVELS) }))
    .output(levelPreviewSchema),
  meaning: workspaceProcedure('workspace.settings')
    .route(rest('GET /meaning', 'Answering', 'Report on search by meaning'))
    .output(meaningReportSchema),
  modelUsage: workspaceProcedure('workspace.settings')
    .route(rest('GET /model-usage', 'Answering', 'Report on the use of the language model'))
    .output(modelUsageReportSchema),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The month's tokens are nearly used up; once a month. */
    'model.budget_near': { used: number; budget: number }
  }
}
