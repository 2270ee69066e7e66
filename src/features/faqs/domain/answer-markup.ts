/** An answer is written in the kernel's markup. */
export {
  markupToPlainText as answerToPlainText,
  parseMarkup as parseAnswer,
  renderMarkup,
} from '../../../kernel/markup.ts'
