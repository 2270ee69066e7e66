import { formatNumber } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import type { Movable, MovedToFaqs } from '../contract.ts'

const NEED_ANSWER = 'before they can be published'

const skippedText = (messageCount: number, auxiliary: string): string =>
  messageCount === 0 ? '' : ` ${plural(messageCount, 'message')} ${auxiliary} skipped: in your FAQs already.`

/** Text of the confirmation for "Move all". */
export function moveAllText({ movable, needs_answer, in_faqs }: Movable): string {
  if (movable === 0) return 'All messages are in your FAQs already. Nothing will be moved.'
  const draftsText = `This creates ${plural(movable, 'draft FAQ')}, one from each message that is not in your FAQs yet.`
  const unansweredText =
    needs_answer === 0
      ? ''
      : needs_answer === 1
        ? ' 1 of these messages was not answered: its draft needs an answer before it can be published.'
        : ` ${formatNumber(needs_answer)} of these messages were not answered: their drafts need an answer ${NEED_ANSWER}.`
  const skippedNote = skippedText(in_faqs, in_faqs === 1 ? 'is' : 'are')
  return `${draftsText}${unansweredText}${skippedNote} All messages stay in this inbox.`
}

/** Result text of "Move all": a title, and a further note or ''. */
export function movedText({ moved, needs_answer, in_faqs }: MovedToFaqs): { title: string; details: string } {
  if (moved === 0) return { title: 'All messages are in your FAQs already', details: '' }
  const unansweredText =
    needs_answer === 0
      ? ''
      : needs_answer === 1
        ? '1 draft needs an answer before it can be published.'
        : `${formatNumber(needs_answer)} drafts need an answer ${NEED_ANSWER}.`
  const detailsText = `${unansweredText}${skippedText(in_faqs, in_faqs === 1 ? 'was' : 'were')}`.trim()
  return { title: `Moved ${plural(moved, 'message')} to FAQs`, details: detailsText }
}
