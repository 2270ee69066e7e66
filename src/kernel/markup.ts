export type { MarkupBlock, MarkupInline, MarkupOptions } from './markup/blocks.ts'
export { parseMarkup } from './markup/parse.ts'
export { type MakeElement, markupToHtml, renderMarkup } from './markup/render.ts'
export { blocksToMarkdown, blocksToPlainText, inlineToText, markupToPlainText } from './markup/write.ts'
