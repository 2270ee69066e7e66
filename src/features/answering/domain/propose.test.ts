import { expect, it } from 'vitest'
import { proposedQuestions } from './propose.ts'

it('extracts each line that asks a question once, and nothing else', () => {
  const written =
    'Here are some questions:\n1. Is it warm?\n- **Is it light?**\n\nIs it warm?\nIt is blue.\n• 返品できますか？\nSee https://example.com/?\n'
  expect(proposedQuestions(written, 10)).toEqual(['Is it warm?', 'Is it light?', '返品できますか？'])
  expect(proposedQuestions(written, 1)).toEqual(['Is it warm?'])
  expect(proposedQuestions('NOT_IN_PASSAGES', 5)).toEqual([])
  expect(proposedQuestions(`Is it ${'very '.repeat(60)}warm?`, 5)).toEqual([])
})
