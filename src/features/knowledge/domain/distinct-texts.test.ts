import { expect, it } from 'vitest'
import { findDifference } from './distinct-texts.ts'

it.each([
  ['The plan costs $9 a month.', 'The plan costs $12 a month.', { left: '$9', right: '$12' }],
  ['Valid from 2024-01-01 on.', 'Valid from 2025-01-01 on.', { left: '2024-01-01', right: '2025-01-01' }],
  ['Returns take 5 days.', 'Returns take 14 days.', { left: '5', right: '14' }],
  ['Ask Martha about it.', 'Ask Helen about it.', { left: 'Martha', right: 'Helen' }],
  ['It lasts 5 days and 10 hours.', 'It lasts 10 days and 5 hours.', { left: '5, 10', right: '10, 5' }],
  ['Free returns within a year. Since 2020.', 'Free returns within a year.', { left: '2020', right: '' }],
  ['The same words.', 'The same words.', null],
  ['It is soft and warm.', 'It is warm.', null],
  ['It takes about 5 days.', 'It takes around 5 days.', null],
  ['Care for linen.', 'Print. Care for linen.', null],
])('the difference between %s and %s', (left, right, difference) => {
  expect(findDifference(left, right)).toEqual(difference)
})
