import { expect, it } from 'vitest'
import { compareAnswers } from './doubted-answer.ts'

const faq = (id: string) => ({ kind: 'faq' as const, id })
const doubted = { answer: 'Within 30 days.', source: faq('a'), isSourceChanged: false }
const repeated = { outcome: 'answered' as const, answer: 'Within 30 days.', source: faq('a'), isModelSkipped: false }

it('stays the same while its text and source are unchanged', () => {
  expect(compareAnswers(doubted, repeated)).toBe('same')
  expect(compareAnswers(doubted, { ...repeated, answer: ' Within  30 days. ' })).toBe('same')
  // Another selection from the same text is no new content.
  expect(compareAnswers(doubted, { ...repeated, answer: 'Within 30 days. Write to us.' })).toBe('same')
  // The FAQ was edited in something that visitors do not read.
  expect(compareAnswers({ ...doubted, isSourceChanged: true }, repeated)).toBe('same')
  expect(compareAnswers(doubted, { ...repeated, source: faq('b') })).toBe('same')
})

it('differs after an edit of its source, with another leading source, or without an answer', () => {
  const changed = { ...repeated, answer: 'Within 14 days.' }
  expect(compareAnswers({ ...doubted, isSourceChanged: true }, changed)).toBe('other')
  expect(compareAnswers(doubted, { ...changed, source: faq('b') })).toBe('other')
  expect(compareAnswers(doubted, { ...changed, source: { kind: 'chunk', id: 'a' } })).toBe('other')
  expect(compareAnswers(doubted, { ...repeated, outcome: 'suggested' })).toBe('other')
  expect(compareAnswers(doubted, { ...repeated, outcome: 'refused', source: null })).toBe('other')
})

it("is unknown while a model's answer is unknown", () => {
  const skipped = { ...repeated, isModelSkipped: true, answer: 'In other words.' }
  expect(compareAnswers(doubted, skipped)).toBe('same')
  expect(compareAnswers(doubted, { ...skipped, outcome: 'suggested' })).toBe('unknown')
  expect(compareAnswers(doubted, { ...skipped, outcome: 'suggested', source: faq('b') })).toBe('other')
  expect(compareAnswers({ ...doubted, isSourceChanged: true }, skipped)).toBe('other')
  expect(compareAnswers(doubted, { ...repeated, outcome: 'unavailable' })).toBe('unknown')
})
