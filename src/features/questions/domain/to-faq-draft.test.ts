import { expect, it } from 'vitest'
import { OUTCOMES } from '../contract.ts'
import { toFaqDraft } from './to-faq-draft.ts'

const message = { question: ' Is wool\n warm? ', answer: 'Yes.', outcome: 'answered' as const }

it('a FAQ draft in General is created from a question and its answer', () =>
  expect(toFaqDraft(message)).toEqual({
    question: 'Is wool warm?',
    answer: 'Yes.',
    category: 'General',
    status: 'draft',
    alternative_questions: [],
  }))

it('a long question is truncated at a word', () =>
  expect(toFaqDraft({ ...message, question: 'wool '.repeat(120) }).question).toBe('wool '.repeat(100).trim()))

it('a long question without spaces is truncated without breaking a character', () =>
  expect(toFaqDraft({ ...message, question: `a${'🧶'.repeat(300)}` }).question.isWellFormed()).toBe(true))

it.each(OUTCOMES)('the draft contains an answer only for an answered question: %s', (outcome) =>
  expect(toFaqDraft({ ...message, outcome }).answer).toBe(outcome === 'answered' ? 'Yes.' : ''),
)
