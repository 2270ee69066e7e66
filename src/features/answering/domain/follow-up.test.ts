import { describe, expect, it } from 'vitest'
import type { PageLanguage } from '../../../kernel/languages.ts'
import { readFollowUp, readingLanguages, resolveQuestion } from './follow-up.ts'

const CONTINUED: [language: PageLanguage, previous: string, asked: string, meant: string][] = [
  ['en', 'How do I install it on Windows?', 'and on Mac?', 'How do I install it on mac'],
  ['en', 'Do you ship to Europe?', 'and to Canada?', 'Do you ship to Canada'],
  ['en', 'Does it use a lot of battery?', 'what about memory?', 'Does it use a lot of battery? memory'],
  ['de', 'Wie installiere ich die App auf Android?', 'und auf iOS?', 'Wie installiere ich die App auf ios'],
  ['fr', 'Comment installer sur Windows ?', 'et sur Mac ?', 'Comment installer sur mac ?'],
  ['es', '¿Cómo pago con tarjeta?', '¿y con PayPal?', '¿Cómo pago con PayPal'],
  ['it', 'Come pago con carta?', 'e con PayPal?', 'Come pago con PayPal'],
  ['nl', 'Hoe betaal ik met creditcard?', 'en met iDEAL?', 'Hoe betaal ik met iDEAL'],
  ['pl', 'Jak zapłacić kartą?', 'a co z PayPal?', 'Jak zapłacić kartą? PayPal'],
  ['pt', 'Posso pagar com cartão?', 'e com PayPal?', 'Posso pagar com PayPal'],
  ['tr', 'Kartla nasıl öderim?', 'peki ya PayPal?', 'Kartla nasıl öderim? PayPal'],
  ['ja', 'Androidにインストールするには？', 'iPhoneでは？', 'Androidにインストールするには？ iphone'],
  ['zh', '如何在安卓上安装？', '那苹果呢？', '如何在安卓上安装？ 苹果'],
]
describe('a follow-up about another topic', () => {
  it.each(CONTINUED)('in %s: %j, then %j', (language, question, asked, meant) => {
    expect(readFollowUp(asked, [language])?.dependence).toBe('change')
    expect(normalized(resolveQuestion(asked, [{ question, answer: '' }], [language]))).toBe(normalized(meant))
  })
})
const normalized = (text: string) =>
  text
    .toLowerCase()
    .replace(/[?？\s]+/gu, ' ')
    .trim()

describe('an answer that did not help', () => {
  it.each([
    ['en', "it doesn't work"],
    ['en', 'That did not help'],
    ['en', 'why?'],
    ['en', 'what else?'],
    ['de', 'Das funktioniert nicht'],
    ['de', 'hilft mir nicht weiter'],
    ['de', 'warum?'],
    ['fr', 'Ça ne marche pas'],
    ['es', 'no funciona'],
    ['it', 'non funziona'],
    ['nl', 'Het werkt niet'],
    ['pl', 'to nie działa'],
    ['pt', 'não funciona'],
    ['tr', 'çalışmıyor'],
    ['ar', 'لا يعمل'],
    ['ja', 'できません'],
    ['zh', '为什么'],
  ] as const)('in %s: %s', (language, asked) => {
    expect(readFollowUp(asked, [language])).toEqual({ dependence: 'again', rest: '' })
    expect(resolveQuestion(asked, [{ question: 'topic', answer: '' }], [language])).toBe('topic')
  })
})

describe('a question in a conversation', () => {
  it.each(['How long does it take?', 'can I change that later', 'how much?', 'Is there another one?'])(
    'refers to an earlier turn: %s',
    (asked) => expect(readFollowUp(asked)?.dependence).toBe('detail'),
  )

  it.each([
    ['en', 'How do I reset my password?'],
    ['en', 'shipping costs'],
    ['en', 'refund'],
    ['en', 'When does the warranty of the boiler end?'],
    ['en', 'is there a free trial?'],
    ['en', ''],
    ['en', '???'],
    ['de', 'Wie ändere ich die Adresse auf der Rechnung?'],
    ['de', 'Gibt es das auch in Rot?'],
    ['fr', 'Comment changer la langue ?'],
    ['es', '¿Dónde veo la factura?'],
    ['ja', '請求書の住所を変更するにはどうすればよいですか'],
    ['zh', '如何更改发票上的地址？'],
  ] as const)('names its topic, in %s: %s', (language, asked) => expect(readFollowUp(asked, [language])).toBeNull())

  it('keeps the topic over several follow-ups', () => {
    const turns = ['How do I install it on Windows?', 'and on Mac?', "it doesn't work"].map((question) => ({
      question,
      answer: '',
    }))
    expect(resolveQuestion('and on Linux?', turns, ['en'])).toBe('How do I install it on linux')
  })

  it("is read in its own language, the page's language, and English", () => {
    expect(readingLanguages(['ru', 'de'], 'fr')).toEqual(['de', 'fr', 'en'])
  })
})
