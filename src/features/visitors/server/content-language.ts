import { detectLanguage } from '../../ranking/server/index.ts'
import type { PublicFaq } from '../contract.ts'

/** Minimum number of letters for detecting a language. */
const LETTERS_MIN = 60
const SAMPLE = 4_000
/** Languages with letters of their own, which the ranking does not distinguish. */
const LETTERS: [language: string, pattern: RegExp][] = [
  ['he', /\p{Script=Hebrew}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['pl', /[ąęłńśźż]/giu],
]
/** Share of all letters; Polish has about one in fifteen. */
const SHARE = 0.02

/** Returns the language of most FAQs as BCP 47; '' when there is too little text. */
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
