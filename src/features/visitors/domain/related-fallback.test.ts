import { expect, it } from 'vitest'
import { relatedFallback } from './related-fallback.ts'

const QUESTIONS = ['How do I return an order?', 'Where is my order?', 'Can I pay by card?', 'Which order comes first?']
const STARTERS = ['How do I get started with Acme?', 'What features does Acme offer?', 'How can I contact support?']

it('questions that share a word longer than three letters are suggested', () => {
  expect(relatedFallback('I lost my ORDER', QUESTIONS, STARTERS)).toEqual([
    'How do I return an order?',
    'Where is my order?',
    'Which order comes first?',
  ])
})

it('missing suggestions are replaced by the specified three', () => {
  expect(relatedFallback('card trouble', QUESTIONS, STARTERS)).toEqual([
    'Can I pay by card?',
    'How do I get started with Acme?',
    'What features does Acme offer?',
  ])
  expect(relatedFallback('how do i', QUESTIONS, STARTERS)).toEqual([
    'How do I get started with Acme?',
    'What features does Acme offer?',
    'How can I contact support?',
  ])
})

it('the asked question and duplicates are not suggested', () => {
  const asked = 'where is my order?'
  expect(relatedFallback(asked, QUESTIONS, STARTERS)).not.toContain('Where is my order?')
  const support = 'How can I contact support?'
  expect(relatedFallback('support', [support], STARTERS).filter((question) => question === support)).toHaveLength(1)
})
