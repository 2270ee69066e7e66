import { parseMarkup } from '../../../../kernel/markup.ts'
import type { PublicFaq } from '../../contract.ts'
import type { AnswerContent } from '../answer/answer-text.tsx'

/** A FAQ with its answer read into blocks; the browser's script only shows them. */
export interface ShownFaq extends Omit<PublicFaq, 'answer'> {
  blocks: AnswerContent
}

export const shownFaq = ({ answer, ...faq }: PublicFaq): ShownFaq => ({ ...faq, blocks: parseMarkup(answer) })
