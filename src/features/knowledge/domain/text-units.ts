const WORD_PATTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** The number of words in a text; each character of a script without spaces counts as one. */
export const wordCount = (text: string): number => text.match(WORD_PATTERN)?.length ?? 0

/** The blocks of a Markdown text, which blank lines separate. */
export const markdownBlocks = (markdown: string): string[] =>
  markdown.split(/\n{2,}/).filter((block) => block.trim() !== '')
