import { createHash } from 'node:crypto'
import { normaliseQuestion } from '../../../kernel/text.ts'

/** The same for questions that differ in case and punctuation alone. */
export const senseKey = (question: string): string =>
  createHash('sha256')
    .update(normaliseQuestion(question) || question.trim())
    .digest('hex')
    .slice(0, 32)
