import type { MarkupBlock, MarkupInline } from './blocks.ts'
import { calloutToMarkdown } from './callouts.ts'
import { plainTextOf as inlineToText } from './inline-nodes.ts'
import { parseMarkup } from './parse.ts'

type WriteInline = (list: readonly MarkupInline[]) => string

const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** HTML, which other readers of Markdown would leave out or show as what it makes. */
const HTML_TAG = /<\/?[a-z][^<>]*>|<!--/iu

/** True when a text without signs around it has the same words, read as markup. */
const isPlain = (text: string): boolean => !HTML_TAG.test(text) && spaced(markupToPlainText(text)) === spaced(text)

/** A run of backticks that is longer than any in the text. */
const fenceFor = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)))

function codeToMarkdown(text: string): string {
  // Within a line there are no lists and headings.
  if (isPlain(`a ${text} a`)) return text
  const fence = fenceFor(text, 1)
  const space = fence.length > 1 ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** True for an inline that is alone on its line, with an explanation on the next one. */
const isTerm = (list: readonly MarkupInline[], index: number): boolean =>
  (index === 0 || list[index - 1]?.kind === 'break') && list[index + 1]?.kind === 'break' && index + 2 < list.length

/** Code that the next line explains, in bold where that is read as it is meant. */
function termToMarkdown(text: string): string {
  const code = codeToMarkdown(text)
  return code === text && !text.includes('*') ? `**${text}**` : code
}

/**
 * Code indented as it is in plain text, which keeps the ends of its lines; null where it would be read as text. Its first
 * line begins at the indentation: with more it would be read as text.
 */
function indentedCode(code: string): string | null {
  const text = code.trimStart()
  const indented = text.replace(/^(?=.)/gmu, '    ')
  const [read, ...others] = parseMarkup(indented)
  return read?.kind === 'code' && read.text === text && others.length === 0 ? indented : null
}

function codeBlockToMarkdown(text: string): string {
  if (isPlain(text)) return text
  const fence = fenceFor(text, 3)
  return `${fence}\n${text}\n${fence}`
}

/**
 * Bold and links stay marked. Code within a line is written without its signs, so that a text that is read as it is stays legible,
 * unless it would be read as something else: `&amp;` as an ampersand.
 */
const inlineToMarkdown: WriteInline = (list) =>
  list
    .map((inline, index) => {
      if (inline.kind === 'break') return '\n'
      if (inline.kind === 'code') return isTerm(list, index) ? termToMarkdown(inline.text) : codeToMarkdown(inline.text)
      if (inline.kind === 'image') return `![${inline.alt.replace(/[[\]]/gu, '')}](${inline.src})`
      if ('text' in inline) return inline.text
      const words = inlineToMarkdown(inline.children)
      if (inline.kind === 'strong') return `**${inlineToText(inline.children).trim()}**`
      if (inline.kind !== 'link' || words === inline.href) return words
      return `[${inlineToText(inline.children).replace(/[[\]]/gu, '').replace(/\s+/gu, ' ')}](${inline.href.replaceAll(')', '%29').replaceAll('(', '%28')})`
    })
    .join('')

function writeBlocks(blocks: readonly MarkupBlock[], write: WriteInline, bullet: string, bold: string): string {
  const entry = (item: readonly MarkupBlock[], sign: string) => {
    const text = item
      .map(block)
      .join('\n')
      .replace(/\n{2,}/gu, '\n')
    return `${sign} ${text.replaceAll('\n', '\n  ')}`
  }
  /** A row as "name: value; column: value", which needs no columns to be read. */
  const row = (header: readonly MarkupInline[][], cells: readonly MarkupInline[][]) => {
    const [name = '', ...values] = cells.map((cell) => write(cell).replace(/\s*\n\s*/gu, ' '))
    const rest = values.flatMap((value, index) => {
      const label = values.length > 1 ? inlineToText(header[index + 1] ?? []) : ''
      return value === '' ? [] : [label ? `${label}: ${value}` : value]
    })
    const plainName = name.replaceAll('**', '')
    // Around a name that has the sign itself, the signs of bold would be read as part of it.
    const isBold = bold !== '' && plainName !== '' && !plainName.includes('*') && rest.length > 0
    const title = isBold ? `${bold}${plainName}${bold}` : name
    return [title, rest.join('; ')].filter(Boolean).join(': ')
  }
  const block = (one: MarkupBlock): string => {
    if (one.kind === 'paragraph') return write(one.children)
    if (one.kind === 'heading') return `${bold}${inlineToText(one.children).replace(/\s+/gu, ' ')}${bold}`
    if (one.kind === 'code') return write === inlineToText ? one.text : codeBlockToMarkdown(one.text)
    if (one.kind === 'callout') {
      const text = one.children.map(block).join('\n\n')
      return write === inlineToText ? text : calloutToMarkdown(text, one.tone)
    }
    if (one.kind === 'table')
      return one.rows
        .map((cells) => row(one.header, cells))
        .filter(Boolean)
        .map((line) => `${bullet} ${line}`)
        .join('\n')
    return one.items.map((item, index) => entry(item, one.ordered ? `${one.start + index}.` : bullet)).join('\n')
  }
  return blocks
    .map((one, index) => {
      // Below a list it would belong to the last item.
      const isFree = !['list', 'table'].includes(blocks[index - 1]?.kind ?? '')
      return (one.kind === 'code' && write !== inlineToText && isFree && indentedCode(one.text)) || block(one)
    })
    .join('\n\n')
}

/** The words of blocks: for the search index, excerpts, structured data and page descriptions. */
export const blocksToPlainText = (blocks: readonly MarkupBlock[]): string => writeBlocks(blocks, inlineToText, '•', '')

/** Blocks as paragraphs, bold, lists and links: Markdown that is also easy to read where it is shown as it is. */
export const blocksToMarkdown = (blocks: readonly MarkupBlock[]): string =>
  writeBlocks(blocks, inlineToMarkdown, '-', '**')

export const markupToPlainText = (text: string): string => blocksToPlainText(parseMarkup(text))
