import { type SQL, sql } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { CONTENT_FIELDS, EMPTY_CONTENT, type FaqContent } from '../contract.ts'
import { answerToPlainText } from '../domain/answer-markup.ts'
import type { faqs } from './faqs.table.ts'

export type FaqRow = typeof faqs.$inferSelect

export const contentOf = (faqRow: FaqRow): FaqContent => ({
  question: faqRow.question,
  answer: faqRow.answer,
  category: faqRow.category,
  status: faqRow.status,
  alternative_questions: faqRow.alternativeQuestions,
})

/** Columns of a FAQ with this content. */
export const columnsOf = (faqContent: FaqContent) => ({
  question: faqContent.question,
  answer: faqContent.answer,
  category: faqContent.category,
  status: faqContent.status,
  alternativeQuestions: faqContent.alternative_questions,
  normalizedQuestion: normalizeQuestion(faqContent.question),
  language: detectLanguage(
    [faqContent.question, ...faqContent.alternative_questions, answerToPlainText(faqContent.answer)].join('\n'),
  ),
})

/** The content of a row of `faqs` as the JSON that versions and the trash keep. Columns have the names of their fields. */
export const contentSnapshot: SQL = sql`jsonb_build_object(${sql.join(
  CONTENT_FIELDS.map((contentField) => sql`${sql.raw(`'${contentField}'`)}, ${sql.identifier(contentField)}`),
  sql`, `,
)})`

/** The content of a snapshot, which may be older than some fields. */
export const contentOfSnapshot = (snapshot: Partial<FaqContent>): FaqContent => ({ ...EMPTY_CONTENT, ...snapshot })
