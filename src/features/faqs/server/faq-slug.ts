import anyAscii from 'any-ascii'
import { slugify } from '../../../kernel/text.ts'

/** Base of the slug of questions without any letter; the slugs of all but the first are numbered. */
const WITHOUT_LETTERS = 'faq'

/** Name of a question in addresses: its words in Latin letters, transcribed where it has others. */
export function faqSlug(question: string): string {
  const latinText = question
    .normalize('NFC')
    .replace(/\p{Script=Han}/gu, (hanSign) => ` ${anyAscii(hanSign)} `)
    .replace(/[^\p{ASCII}\p{Script=Latin}\p{M}]+/gu, (foreignLetters) => anyAscii(foreignLetters))
  return slugify(latinText) || WITHOUT_LETTERS
}
