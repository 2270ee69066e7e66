import { expect, it } from 'vitest'
import { EMPTY_CONTENT, type FaqContent } from '../contract.ts'
import { conflictsBetween, mergedContent, settledContent } from './faq-conflict.ts'

const seen: FaqContent = { ...EMPTY_CONTENT, question: 'Q?', answer: 'A.', alternative_questions: ['One?'] }
const mine: FaqContent = { ...seen, answer: 'Mine.', category: 'Billing' }
const theirs: FaqContent = { ...seen, answer: 'Theirs.', status: 'published', alternative_questions: ['One?', 'Two?'] }

it("names the fields that differ, preselecting each person's own changes", () => {
  expect(conflictsBetween(seen, mine, theirs)).toEqual([
    { field: 'answer', suggested: 'mine' },
    { field: 'category', suggested: 'mine' },
    { field: 'status', suggested: 'theirs' },
    { field: 'alternative_questions', suggested: 'theirs' },
  ])
  expect(conflictsBetween(seen, mine, mine)).toEqual([])
})

it('combines the chosen values', () => {
  expect(settledContent(mine, theirs, { answer: 'mine', category: 'theirs', status: 'theirs' })).toEqual({
    ...theirs,
    answer: 'Mine.',
  })
})

it('merges changes of different fields only', () => {
  const categorized: FaqContent = { ...seen, category: 'Billing' }
  expect(mergedContent(seen, categorized, theirs)).toEqual({ ...theirs, category: 'Billing' })
  expect(mergedContent(seen, mine, theirs)).toBeNull()
  expect(mergedContent(seen, mine, { ...theirs, answer: mine.answer })).toEqual({ ...mine, ...pick(theirs) })
})

const pick = ({ status, alternative_questions }: FaqContent) => ({ status, alternative_questions })
