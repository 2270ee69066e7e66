import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { SUGGESTION_KINDS } from '../contract.ts'

/** A question that a source answers, as found there. The migration deletes it with its source. */
export const suggestedFaqs = pgTable(
  'suggested_faqs',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    sourceId: uuid('source_id').notNull(),
    kind: text('kind', { enum: SUGGESTION_KINDS }).notNull(),
    /** Place within its source, from 0. */
    position: integer('position').notNull().default(0),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    /** Hash of the question's words, equal for questions that differ only in case and punctuation. */
    questionKey: text('question_key').notNull(),
    /** Number of a model's sentences that were left out because no source supports them. */
    leftOut: integer('left_out').notNull().default(0),
    /** `waiting` until there is room, `offered`, or `covered` by a FAQ or suggestion with the same question. */
    state: text('state', { enum: ['waiting', 'offered', 'covered'] })
      .notNull()
      .default('waiting'),
    /** Key of equivalent questions: of a FAQ, a suggestion, or a settled suggestion. */
    coveredByFaq: uuid('covered_by_faq'),
    coveredByKey: text('covered_by_key'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    unique('suggested_faqs_once').on(columns.workspaceId, columns.sourceId, columns.questionKey),
    index('suggested_faqs_state').on(columns.workspaceId, columns.state),
    index('suggested_faqs_key').on(columns.workspaceId, columns.questionKey),
  ],
)

/** A suggestion that a user accepted or dismissed. It outlives its source, so that it is not offered again. */
export const settledSuggestions = pgTable(
  'settled_suggestions',
  {
    workspaceId: uuid('workspace_id').notNull(),
    questionKey: text('question_key').notNull(),
    question: text('question').notNull(),
    outcome: text('outcome', { enum: ['accepted', 'dismissed'] }).notNull(),
    /** Name of the user who did it, at that time. */
    settledBy: text('settled_by'),
    settledAt: instant('settled_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.questionKey] })],
)

/** Hash of a source's text when it was last searched for questions. */
export const suggestionReadings = pgTable(
  'suggestion_readings',
  {
    workspaceId: uuid('workspace_id').notNull(),
    sourceId: uuid('source_id').notNull(),
    contentHash: text('content_hash').notNull(),
    /** True after a language model has searched the text, too. */
    byModel: boolean('by_model').notNull().default(false),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.sourceId] })],
)
