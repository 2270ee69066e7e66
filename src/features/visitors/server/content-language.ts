import { detectLanguage } from '../../ranking/server/index.ts'
import type { PublicFaq } from '../contract.ts'

/** Minimum number of letters for detecting a language. */
const LETTERS_MIN = 60
const SAMPLE_LENGTH = 4_000
/** Languages with letters of their own, which the ranking does not distinguish. */
const OWN_LETTERS: [language: string, pattern: RegExp][] = [
  ['he', /\p{Script=Hebrew}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['pl', /[ąęłńśźż]/giu],
]
/** Share of all letters; Polish has about one in fifteen. */
const LETTER_SHARE_MIN = 0.02

/** Returns the language of most FAQs as BCP 47; '' when there is too little text. */
export function contentLanguage(publicFaqs: readonly Pick<PublicFaq, 'question' | 'answer'>[]): string {
  let sampleText = ''
  for (const { question, answer } of publicFaqs) {
    sampleText += `${question} ${answer.slice(0, 300)}\n`
    if (sampleText.length > SAMPLE_LENGTH) break
  }
  const letterCount = sampleText.match(/\p{L}/gu)?.length ?? 0
  // A sign of Han or Kana says about as much as two letters.
  const ideographCount = sampleText.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  if (letterCount + ideographCount < LETTERS_MIN) return ''
  const ownLetters = OWN_LETTERS.find(
    ([, pattern]) => (sampleText.match(pattern)?.length ?? 0) > letterCount * LETTER_SHARE_MIN,
  )
  return ownLetters?.[0] ?? detectLanguage(sampleText)
}
