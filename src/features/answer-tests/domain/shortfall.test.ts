import { describe, expect, it } from 'vitest'
import { type GivenAnswer, shortfallOf, toComparableText } from './shortfall.ts'

const FAQ = '0197a0a0-0000-7000-8000-000000000001'
const PAGE = '0197a0a0-0000-7000-8000-000000000002'
const OTHER = '0197a0a0-0000-7000-8000-000000000003'
const given = (options: Partial<GivenAnswer> = {}): GivenAnswer => ({
  answer: 'You have **30 days** to return it.',
  outcome: 'answered',
  sources: [{ kind: 'faq', id: FAQ, source_id: FAQ }],
  ...options,
})
const needs = (...phrases: string[]) => ({ phrases, cites: null })

describe('comparable text', () => {
  it.each([
    ['  Thirty\n days ', 'thirty days'],
    ['It’s “fine”', 'it\'s "fine"'],
    ['3–5 days', '3-5 days'],
    ['10\u00A0€', '10 €'],
    ['hyphen\u00ADation', 'hyphenation'],
    ['wait…', 'wait...'],
    ['ＦＵＬＬ', 'full'],
    ['Do it´s work', "do it's work"],
    ['e\u0301te\u0301', 'été'],
  ])('%j becomes %j', (text, expected) => expect(toComparableText(text)).toBe(expected))
})

describe('an answer', () => {
  it.each([['30 days'], ['30  DAYS to'], ['**30 days**'], ['have 30 days']])('contains %j', (phrase) =>
    expect(shortfallOf(given(), needs(phrase))).toBeNull(),
  )

  it('does not contain a phrase that is missing', () =>
    expect(shortfallOf(given(), needs('30 days', '14 days', 'free of charge'))).toEqual({
      unanswered: false,
      missing: ['14 days', 'free of charge'],
      uncited: false,
    }))

  it.each([
    ['the FAQ', { kind: 'faq', id: FAQ }, given()],
    [
      'a passage of the page',
      { kind: 'source', id: PAGE },
      given({ sources: [{ kind: 'chunk', id: OTHER, source_id: PAGE }] }),
    ],
  ] as const)('cites %s', (_, cites, answer) => expect(shortfallOf(answer, { phrases: [], cites })).toBeNull())

  it.each([
    ['another FAQ', { kind: 'faq', id: OTHER }, given()],
    ['a page of the same id', { kind: 'source', id: FAQ }, given()],
    ['a passage without its source', { kind: 'source', id: PAGE }, given({ sources: [{ kind: 'chunk', id: PAGE }] })],
    ['nothing', { kind: 'faq', id: FAQ }, given({ sources: [] })],
  ] as const)('does not cite %s', (_, cites, answer) =>
    expect(shortfallOf(answer, { phrases: [], cites })).toMatchObject({ uncited: true }),
  )

  it.each(['suggested', 'refused', 'unavailable'] as const)('fails every requirement when it is %s', (outcome) =>
    expect(shortfallOf(given({ outcome }), { phrases: ['30 days'], cites: { kind: 'faq', id: FAQ } })).toEqual({
      unanswered: true,
      missing: ['30 days'],
      uncited: true,
    }),
  )
})
