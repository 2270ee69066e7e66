import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../../../kernel/app-error.ts'
import type { FaqStatus } from '../contract.ts'
import { needsAnswer, STOCK_SENTENCES } from '../domain/needs-answer.ts'

const NEEDS_ANSWER_MESSAGE = 'A published FAQ needs an answer. Write one, or keep it as a draft.'

/** Returns true when a FAQ without an answer would be published. */
export const isUnanswered = ({ status, answer }: { status: FaqStatus; answer: string }): boolean =>
  status === 'published' && needsAnswer(answer)

export const unanswered = (): AppError =>
  new AppError('invalid', 'faq.needs_answer', NEEDS_ANSWER_MESSAGE, {
    details: { fields: [{ path: 'answer', message: NEEDS_ANSWER_MESSAGE }] },
  })

/** Every path that saves FAQs ends here. @throws invalid `faq.needs_answer` */
export function refuseUnanswered(faqs: readonly { status: FaqStatus; answer: string }[]): void {
  if (faqs.some(isUnanswered)) throw unanswered()
}

const PREFIX_LENGTH = 8
const sentences = JSON.stringify(STOCK_SENTENCES)
const prefixes = JSON.stringify([...new Set(STOCK_SENTENCES.map((sentence) => sentence.slice(0, PREFIX_LENGTH)))])

/**
 * `needsAnswer` in SQL, for thousands of rows at once: recognizes the stock replies as they are stored. The first letters
 * are compared first, which few answers share.
 */
export const columnNeedsAnswer = (answerColumn: AnyPgColumn): SQL<boolean> =>
  sql<boolean>`(${answerColumn} collate "C" !~ '[^[:space:][:punct:]]' or (
    left(${answerColumn}, ${PREFIX_LENGTH}::int) in (select jsonb_array_elements_text(${prefixes}::jsonb))
    and exists (select 1 from jsonb_array_elements_text(${sentences}::jsonb) as s (text) where starts_with(${answerColumn}, s.text))))`
