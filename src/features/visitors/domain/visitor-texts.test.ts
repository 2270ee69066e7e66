import { describe, expect, it } from 'vitest'
import { INTERNAL_SOURCE, NOT_FOUND_ANSWER, SUGGESTED_ANSWER } from '../../answering/contract.ts'
import { fillPlaceholders } from './fill.ts'
import { LANGUAGES } from './languages.ts'
import { visitorTextsIn } from './visitor-texts.ts'

const english = visitorTextsIn('en', 'Acme')

/** Every text by its path. */
function texts(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) => texts(value, `${path}.${key}`))
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const all = visitorTextsIn(language, 'Acme')

  it('translates every text, with the same placeholders', () => {
    const theirs = new Map(texts({ ...all, questionCount: {}, help: { ...all.help, storedAnswers: {}, results: {} } }))
    for (const [path, text] of texts({ ...english, questionCount: {}, help: { ...english.help, results: {} } })) {
      expect(theirs.get(path)?.trim(), path).toBeTruthy()
      expect(placeholders(theirs.get(path) ?? ''), path).toEqual(placeholders(text))
    }
  })

  it('uses its plural rules', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    // French, Spanish, Italian and Portuguese have a form for millions, which is that of other numbers.
    const needed = pluralCategories.filter((category) => category !== 'many' || ['ar', 'pl'].includes(language))
    for (const counted of [all.help.results, all.questionCount])
      expect(Object.keys(counted).sort()).toEqual([...needed].sort())
  })

  it("translates the answering engine's own sentences", () => {
    expect(Object.keys(all.help.storedAnswers)).toEqual([NOT_FOUND_ANSWER, SUGGESTED_ANSWER, INTERNAL_SOURCE])
  })
})

it('English is the specified copy and needs no translation', () => {
  expect(english.help.storedAnswers).toEqual({})
  expect(english.help.starters).toEqual([
    'How do I get started with Acme?',
    'What features does Acme offer?',
    'How can I contact support?',
  ])
  expect(fillPlaceholders(english.help.noneIn, { category: 'Billing' })).toBe('No FAQs found in Billing category.')
  expect([english.help.none, english.help.adjust, english.help.noneYet]).toEqual([
    'No FAQs Found',
    'Try adjusting your search terms.',
    'No FAQs have been published yet.',
  ])
  expect([english.missingTitle, english.missingText]).toEqual([
    'FAQ Page Not Found',
    'The requested FAQ page could not be found.',
  ])
})

it('a value is inserted literally, with any characters', () => {
  expect(fillPlaceholders('In {category}.', { category: '$& {n} {category}' })).toBe('In $& {n} {category}.')
})
