import { expect, it } from 'vitest'
import { OUTCOMES } from '../contract.ts'
import { toFaqDraft } from './to-faq-draft.ts'

const message = { question: ' Is wool\n warm? ', answer: 'Yes.', outcome: 'answered' as const }

it('drafts a FAQ in General from a question and its answer', () =>
  expect(toFaqDraft(message)).toEqual({
    question: 'Is wool warm?',
    answer: 'Yes.',
    category: 'General',
    status: 'draft',
    alternative_questions: [],
  }))

it('cuts a long question at a word', () =>
  expect(toFaqDraft({ ...message, question: 'wool '.repeat(120) }).question).toBe('wool '.repeat(100).trim()))

it('leaves no half of a character where a question without spaces is cut', () =>
  expect(toFaqDraft({ ...message, question: `a${'🧶'.repeat(300)}` }).question.isWellFormed()).toBe(true))

it.each(OUTCOMES)('begins with the answer only where there was one: %s', (outcome) =>
  expect(toFaqDraft({ ...message, outcome }).answer).toBe(outcome === 'answered' ? 'Yes.' : ''),
)
