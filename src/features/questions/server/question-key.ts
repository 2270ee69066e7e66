import { createHash } from 'node:crypto'
import { normalizeQuestion } from '../../../kernel/text.ts'

/** The same for questions that differ in case and punctuation alone. */
export const questionKey = (question: string): string =>
  createHash('sha256')
    .update(normalizeQuestion(question) || question.trim())
    .digest('hex')
    .slice(0, 32)
