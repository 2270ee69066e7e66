import { type MarkupBlock, parseMarkup } from '../../../kernel/markup.ts'
import type { PublicFaq } from '../contract.ts'

/** A FAQ with its answer read into blocks. */
export interface ShownFaq {
  id: string
  slug: string
  question: string
  category: string
  answer: MarkupBlock[]
}

export const shownFaq = (faq: PublicFaq): ShownFaq => ({ ...faq, answer: parseMarkup(faq.answer) })
