// The components say what the help page says, where both say the same.
import { expect, it } from 'vitest'
import * as translations from '../../packages/react/src/texts/index.ts'
import { ENGLISH_TEXTS, type Texts } from '../../packages/react/src/texts.ts'
import type { HelpTexts } from '../../src/features/visitors/contract.ts'
import { visitorTextsIn } from '../../src/features/visitors/domain/visitor-texts.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../src/kernel/languages.ts'

/** Texts of the components that are texts of the page. */
const SHARED: Partial<Record<keyof Texts, keyof HelpTexts>> = {
  placeholder: 'hint',
  thinking: 'thinking',
  answer: 'answer',
  sources: 'sources',
  readMore: 'more',
  related: 'related',
  helpful: 'helpful',
  leaveEmail: 'leaveEmail',
  askPerson: 'askPerson',
  handedOver: 'handedOver',
  invalidEmail: 'wrongEmail',
  notSent: 'notSent',
}
const all = Object.entries(translations) as [PageLanguage, Texts][]

it('has every language of the page', () => {
  expect(['en', ...Object.keys(translations)].sort()).toEqual([...PAGE_LANGUAGES].sort())
})

it.each(all)('has every text in %s, those of the page unchanged', (language, texts) => {
  expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH_TEXTS))
  for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).toBeTruthy()
  const { help } = visitorTextsIn(language, 'Acme')
  for (const [key, source] of Object.entries(SHARED)) expect(texts[key as keyof Texts], key).toBe(help[source])
})
