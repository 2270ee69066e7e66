/** An answer is written in the kernel's markup. */
export {
  blocksToSource,
  CALLOUT_SIGNS,
  CALLOUT_TONES,
  type CalloutTone,
  imageNodeAt,
  isVideoAddress,
  linkNodeTo,
  type MarkupBlock,
  type MarkupInline,
  markupToPlainText as answerToPlainText,
  ownImage,
  parseMarkup as parseAnswer,
  renderMarkup,
  VIDEO_SIGN,
} from '../../../kernel/markup.ts'
