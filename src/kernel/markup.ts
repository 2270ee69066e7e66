export type { MarkupBlock, MarkupInline } from './markup/blocks.ts'
export { parseMarkup } from './markup/parse.ts'
export { type MakeElement, markupToHtml, renderMarkup } from './markup/render.ts'
export { blocksToMarkdown, blocksToPlainText, markupToPlainText } from './markup/write.ts'
