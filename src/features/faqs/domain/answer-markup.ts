/** An answer is written in the kernel's markup. */
export {
  blocksToSource,
  linkTo,
  type MarkupBlock,
  type MarkupInline,
  markupToPlainText as answerToPlainText,
  parseMarkup as parseAnswer,
  renderMarkup,
} from '../../../kernel/markup.ts'
