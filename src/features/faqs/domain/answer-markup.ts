/**
 * An answer is written in the kernel's markup. The visitors' pages import it from there, since their small bundle can
 * hold neither the contract nor the dashboard.
 */
export {
  type MarkupBlock as AnswerBlock,
  type MarkupInline as AnswerInline,
  markupToPlainText as answerToPlainText,
  parseMarkup as parseAnswer,
} from '../../../kernel/markup.ts'
