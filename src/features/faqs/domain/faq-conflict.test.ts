import { expect, it } from 'vitest'
import { EMPTY_CONTENT, type FaqContent } from '../contract.ts'
import { conflictsBetween, settled } from './faq-conflict.ts'

const seen: FaqContent = { ...EMPTY_CONTENT, question: 'Q?', answer: 'A.', alternative_questions: ['One?'] }
const mine: FaqContent = { ...seen, answer: 'Mine.', category: 'Billing' }
const theirs: FaqContent = { ...seen, answer: 'Theirs.', status: 'published', alternative_questions: ['One?', 'Two?'] }

it('names the fields that differ, and begins with what each has changed', () => {
  expect(conflictsBetween(seen, mine, theirs)).toEqual([
    { field: 'answer', suggested: 'mine' },
    { field: 'category', suggested: 'mine' },
    { field: 'status', suggested: 'theirs' },
    { field: 'alternative_questions', suggested: 'theirs' },
  ])
  expect(conflictsBetween(seen, mine, mine)).toEqual([])
})

it('puts together what was chosen', () => {
  expect(settled(mine, theirs, { answer: 'mine', category: 'theirs', status: 'theirs' })).toEqual({
    ...theirs,
    answer: 'Mine.',
  })
})
