import { type SQL, sql } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { CONTENT_FIELDS, EMPTY_CONTENT, type FaqContent } from '../contract.ts'
import { answerToPlainText } from '../domain/answer-markup.ts'
import type { faqs } from './faqs.table.ts'

export type FaqRow = typeof faqs.$inferSelect

export const contentOf = (row: FaqRow): FaqContent => ({
  question: row.question,
  answer: row.answer,
  category: row.category,
  status: row.status,
  alternative_questions: row.alternativeQuestions,
})

/** Columns of a FAQ with this content. */
export const columnsOf = (content: FaqContent) => ({
  question: content.question,
  answer: content.answer,
  category: content.category,
  status: content.status,
  alternativeQuestions: content.alternative_questions,
  normalizedQuestion: normalizeQuestion(content.question),
  language: detectLanguage(
    [content.question, ...content.alternative_questions, answerToPlainText(content.answer)].join('\n'),
  ),
})

/** The content of a row of `faqs` as the JSON that versions and the trash keep. Columns have the names of their fields. */
export const contentSnapshot: SQL = sql`jsonb_build_object(${sql.join(
  CONTENT_FIELDS.map((field) => sql`${sql.raw(`'${field}'`)}, ${sql.identifier(field)}`),
  sql`, `,
)})`

/** The content of a snapshot, which may be older than some fields. */
export const contentOfSnapshot = (snapshot: Partial<FaqContent>): FaqContent => ({ ...EMPTY_CONTENT, ...snapshot })
