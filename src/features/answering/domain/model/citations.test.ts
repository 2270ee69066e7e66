import { describe, expect, it } from 'vitest'
import { citedNumbers, withoutCitations } from './citations.ts'

describe('citation marks', () => {
  it.each([
    ['Refunds take 5 days [1].', [1], 'Refunds take 5 days.'],
    ['Refunds take 5 days【1】.', [1], 'Refunds take 5 days.'],
    ['Refunds take 5 days【2†source】.', [2], 'Refunds take 5 days.'],
    ['Refunds take 5 days [1, 2].', [1, 2], 'Refunds take 5 days.'],
    ['Refunds take 5 days [1][2].', [1, 2], 'Refunds take 5 days.'],
    ['Refunds take 5 days [1] [3].', [1, 3], 'Refunds take 5 days.'],
    ['Refunds take 5 days [1-3].', [1, 2, 3], 'Refunds take 5 days.'],
    ['Refunds take 5 days [Passage 2].', [2], 'Refunds take 5 days.'],
    ['Refunds take 5 days [7].', [], 'Refunds take 5 days.'],
    ['See [1](https://example.com).', [], 'See [1](https://example.com).'],
    ['Press [Save].', [], 'Press [Save].'],
  ] as const)('%s', (text, cited, clean) => {
    expect(citedNumbers(text, 3)).toEqual(cited)
    expect(withoutCitations(text)).toBe(clean)
  })
})
