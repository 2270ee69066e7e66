import { expect, test } from 'vitest'
import { createTokenizer, type Vocabulary } from './tokenizer.ts'

const CONTROL: Vocabulary = ['�', '<s>', '</s>', '<1>', '<2>', '<3>'].map((piece) => [piece, 0] as const)
const tokensOf = createTokenizer([
  ...CONTROL,
  ['▁', -4],
  ['▁re', -3],
  ['fund', -3],
  ['▁refund', -5],
  ['s', -2],
  ['▁my', -2],
])

test('the most probable pieces are chosen, not the longest', () => {
  expect(tokensOf('refund')).toEqual([9])
  expect(tokensOf('my refunds')).toEqual([11, 9, 10])
})

test('consecutive unknown characters are one token', () => {
  expect(tokensOf('☃☃my')).toEqual([6, 0])
  expect(tokensOf('my ☃')).toEqual([11, 6, 0])
})

test('an empty text has no tokens, and compatibility characters equal plain ones', () => {
  expect(tokensOf('')).toEqual([])
  expect(tokensOf('ｍｙ')).toEqual(tokensOf('my'))
})

test('a long text without spaces is split in time proportional to its length', () => {
  expect(tokensOf('fund'.repeat(20_000))).toHaveLength(20_001)
})
