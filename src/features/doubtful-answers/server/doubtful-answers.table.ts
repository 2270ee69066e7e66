import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { DOUBTFUL_STATES, type DoubtfulAnswer } from '../contract.ts'

/** Questions whose answer visitors had reason to doubt, each once however often it was asked. */
export const doubtfulAnswers = pgTable(
  'doubtful_answers',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    questionKey: text('question_key').notNull(),
    state: text('state', { enum: DOUBTFUL_STATES }).notNull().default('open'),
    settledAt: instant('settled_at'),
    /** Name of the user who said that it is right, at that time. */
    settledBy: text('settled_by'),
    /** The leading source of the answer that was said to be right. */
    rightSource: uuid('right_source'),
    answeredBy: jsonb('answered_by').$type<DoubtfulAnswer['answered_by']>(),
    lastDoubtedAt: instant('last_doubted_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    unique('doubtful_answers_question').on(columns.workspaceId, columns.questionKey),
  ],
)

/** Why the answer to one question of a visitor is doubted. It goes with its question, as the migration says. */
export const answerDoubts = pgTable(
  'answer_doubts',
  {
    workspaceId: uuid('workspace_id').notNull(),
    messageId: uuid('message_id').notNull(),
    doubtfulAnswerId: uuid('doubtful_answer_id').notNull(),
    isDownVoted: boolean('is_down_voted').notNull().default(false),
    isHandedOff: boolean('is_handed_off').notNull().default(false),
    /** The question in other words that followed, which may be gone since. */
    rephrasedBy: uuid('rephrased_by'),
    /** False for a question that only its conversation makes clear: asked by itself, it gets another answer. */
    isRepeatable: boolean('is_repeatable').notNull(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.messageId] }),
    foreignKey({
      name: 'answer_doubts_answer_fk',
      columns: [columns.workspaceId, columns.doubtfulAnswerId],
      foreignColumns: [doubtfulAnswers.workspaceId, doubtfulAnswers.id],
    }).onDelete('cascade'),
    index('answer_doubts_answer').on(columns.workspaceId, columns.doubtfulAnswerId, columns.messageId),
  ],
)
