import { detectLanguage } from '../../ranking/server/index.ts'
import type { PublicFaq } from '../contract.ts'

/** As many letters as it takes to tell languages apart. */
const LETTERS_MIN = 60
const SAMPLE = 4_000
/** Languages by letters of their own, which the ranking does not tell apart. */
const LETTERS: [language: string, pattern: RegExp][] = [
  ['he', /\p{Script=Hebrew}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['pl', /[ąęłńśźż]/giu],
]
/** Of all letters; Polish has about one in fifteen. */
const SHARE = 0.02

/** The language most of the FAQs are written in, as BCP 47; '' where too little is written to tell. */
export function contentLanguage(faqs: readonly Pick<PublicFaq, 'question' | 'answer'>[]): string {
  let sample = ''
  for (const { question, answer } of faqs) {
    sample += `${question} ${answer.slice(0, 300)}\n`
    if (sample.length > SAMPLE) break
  }
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  // A sign of Han or Kana says about as much as two letters.
  const signs = sample.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  if (letters + signs < LETTERS_MIN) return ''
  const own = LETTERS.find(([, pattern]) => (sample.match(pattern)?.length ?? 0) > letters * SHARE)
  return own?.[0] ?? detectLanguage(sample)
}
