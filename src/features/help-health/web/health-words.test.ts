import { expect, it } from 'vitest'
import { deductedPointsText, PART_WORDS, voteCountText } from './health-words.ts'

it('names the counted items and their points', () => {
  expect(PART_WORDS.unread.counted(1, 1_200)).toBe('1 of 1,200 sources')
  expect(PART_WORDS.contradictions.counted(1, 1)).toBe('1 pair among 1 FAQ or source')
  expect(PART_WORDS.doubtful.counted(2, 30)).toBe('2 among 30 answers of the last 90 days')
  expect(PART_WORDS.tests.counted(0, 0)).toBe('No answer tests yet')
  expect(PART_WORDS.doubtful.counted(0, 0)).toBe('No answers in the last 90 days')
  expect(deductedPointsText({ part: 'tests', count: 0, total: 3, lost: 0, weight: 15 })).toBe('deducts no points')
  expect(deductedPointsText({ part: 'tests', count: 1, total: 3, lost: 10, weight: 15 })).toBe(
    'deducts 10 of at most 15 points',
  )
})

it('mentions votes if there are any', () => {
  expect(voteCountText({ up_votes: 0, down_votes: 0 })).toBe('')
  expect(voteCountText({ up_votes: 1, down_votes: 2 })).toBe('2 votes down, 1 up')
})
