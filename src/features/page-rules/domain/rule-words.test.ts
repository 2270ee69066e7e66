import { expect, it } from 'vitest'
import { presentRules, shownRules } from './present-rules.ts'
import { ruleSummary, splitLines } from './rule-words.ts'

const rule = {
  include: ['/pricing'],
  exclude: [],
  prompt_text: 'Questions?',
  prompt_trigger: 'off' as const,
  delay_seconds: 30,
  is_enabled: true,
  suggestions: [],
}

it.each([
  [{}, 'Shows nothing of its own'],
  [{ suggestions: [{ faq_id: null, question: 'How much?', is_shown: true }] }, '1 suggestion'],
  [{ prompt_trigger: 'delay' as const }, 'prompt after 30 seconds'],
  [{ prompt_trigger: 'exit' as const }, 'prompt on leaving'],
])('a rule with %j: %s', (part, words) => {
  expect(ruleSummary({ ...rule, ...part })).toBe(words)
})

it('patterns are non-empty lines', () => {
  expect(splitLines(' /a \n\n/b\n')).toEqual(['/a', '/b'])
})

it('visitors get enabled rules with published FAQs, and only enabled prompts', () => {
  const suggestions = ['published', 'draft', 'deleted'].map((faq_id) => ({ faq_id, question: '' }))
  const faqs = new Map([
    ['published', { question: 'Published?', isPublished: true }],
    ['draft', { question: 'A secret?', isPublished: false }],
  ])
  const rules = presentRules(
    [
      { ...rule, suggestions },
      { ...rule, is_enabled: false },
    ],
    faqs,
  )
  expect(rules[0]?.suggestions.map(({ faq_id: id, is_shown: isShown }) => [id, isShown])).toEqual([
    ['published', true],
    ['draft', false],
  ])
  expect(shownRules(rules)).toEqual([{ include: ['/pricing'], exclude: [], suggestions: ['Published?'], prompt: null }])
})
