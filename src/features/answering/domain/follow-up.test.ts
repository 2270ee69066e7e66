import { describe, expect, it } from 'vitest'
import { isFollowUp, searchText } from './follow-up.ts'

describe('a follow-up', () => {
  it.each([
    'and in Canada?',
    'What about shipping?',
    'How long does it take?',
    'can I change that later',
    'why?',
    'how much?',
    'Is there another one?',
  ])('leans on the last: %s', (question) => expect(isFollowUp(question)).toBe(true))
  it.each([
    'How do I reset my password?',
    'shipping costs',
    'refund',
    'When does the warranty of the boiler end?',
    '',
    '???',
    'Wie lange dauert es?',
  ])('stands alone: %s', (question) => expect(isFollowUp(question)).toBe(false))
  it('is searched for together with the question before it', () => {
    const turns = [{ question: 'Do you ship to Europe?', answer: 'Yes.' }]
    expect(searchText('and to Canada?', turns)).toBe('Do you ship to Europe? and to Canada?')
    expect(searchText('How do I pay?', turns)).toBe('How do I pay?')
    expect(searchText('and to Canada?', [])).toBe('and to Canada?')
  })
})
