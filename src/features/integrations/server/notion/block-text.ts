import type { BlockObjectResponse } from '@notionhq/client'
import { oneLine } from '../../../../kernel/text.ts'
import { escapeMarkdown, imageMark } from '../../../knowledge/server/index.ts'
import { plainText, richTextMarkdown } from './rich-text.ts'

/** A block with what is inside of it, as far as it was read. */
export interface BlockNode {
  block: BlockObjectResponse
  children: BlockNode[]
  /** Number of the image that was loaded of this block. */
  image?: number
}

/** Lists are indented no further: what is nested deeper stays readable. */
const INDENT_MAX = 6

const escapeCell = (cellText: string): string =>
  cellText
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
const tableRow = (cellTexts: string[]): string => `| ${cellTexts.map(escapeCell).join(' | ')} |`

function renderTable({ block, children }: BlockNode): string {
  if (block.type !== 'table') return ''
  const rowCells = children.flatMap(({ block: one }) =>
    one.type === 'table_row' ? [one.table_row.cells.map(richTextMarkdown)] : [],
  )
  const columnCount = Math.max(block.table.table_width, ...rowCells.map((cellTexts) => cellTexts.length))
  const paddedRows = rowCells.map((cellTexts) => [
    ...cellTexts,
    ...Array<string>(columnCount - cellTexts.length).fill(''),
  ])
  const [first, ...rest] = paddedRows
  if (!first) return ''
  const headerCells = block.table.has_column_header ? first : Array<string>(columnCount).fill('')
  const bodyRows = block.table.has_column_header ? rest : paddedRows
  return [tableRow(headerCells), tableRow(Array<string>(columnCount).fill('---')), ...bodyRows.map(tableRow)].join('\n')
}

/** A file is represented by its name and caption; its URL expires. */
function renderMediaCaption(block: BlockObjectResponse): string {
  switch (block.type) {
    case 'image':
      return richTextMarkdown(block.image.caption)
    case 'video':
      return richTextMarkdown(block.video.caption)
    case 'audio':
      return richTextMarkdown(block.audio.caption)
    case 'pdf':
      return richTextMarkdown(block.pdf.caption)
    case 'file':
      return [block.file.name, richTextMarkdown(block.file.caption)].filter(Boolean).join(': ')
    default:
      return ''
  }
}

/** The mark of an image that was loaded, with its caption. */
function renderImageMark(block: BlockObjectResponse, imageNumber: number): string {
  const captionText = block.type === 'image' ? oneLine(plainText(block.image.caption)) : ''
  return imageMark(escapeMarkdown(captionText), imageNumber)
}

const renderLink = (url: string, linkText = ''): string =>
  /^https?:\/\//.test(url) ? `[${linkText || url}](${url})` : linkText

/** The address of a page or database by its id. */
export const notionAddress = (notionId: string): string => `https://www.notion.so/${notionId.replaceAll('-', '')}`

/** Returns the text of a block without its children; '' for blocks that only contain others. */
function renderOwnText(block: BlockObjectResponse): string {
  switch (block.type) {
    case 'paragraph':
      return richTextMarkdown(block.paragraph.rich_text)
    case 'heading_1':
      return renderHeading(1, richTextMarkdown(block.heading_1.rich_text))
    case 'heading_2':
      return renderHeading(2, richTextMarkdown(block.heading_2.rich_text))
    case 'heading_3':
      return renderHeading(3, richTextMarkdown(block.heading_3.rich_text))
    case 'heading_4':
      return renderHeading(4, richTextMarkdown(block.heading_4.rich_text))
    case 'bulleted_list_item':
      return richTextMarkdown(block.bulleted_list_item.rich_text)
    case 'numbered_list_item':
      return richTextMarkdown(block.numbered_list_item.rich_text)
    case 'to_do':
      return `[${block.to_do.checked ? 'x' : ' '}] ${richTextMarkdown(block.to_do.rich_text)}`
    case 'toggle': {
      const toggleSummary = plainText(block.toggle.rich_text).trim()
      return toggleSummary === '' ? '' : `**${toggleSummary}**`
    }
    case 'quote':
      return richTextMarkdown(block.quote.rich_text)
    case 'callout':
      return richTextMarkdown(block.callout.rich_text)
    case 'code':
      return renderCodeBlock(block.code.language, plainText(block.code.rich_text), richTextMarkdown(block.code.caption))
    case 'equation':
      return `$$${block.equation.expression}$$`
    case 'divider':
      return '---'
    case 'child_page':
      return renderLink(notionAddress(block.id), block.child_page.title)
    case 'child_database':
      return renderLink(notionAddress(block.id), block.child_database.title)
    case 'bookmark':
      return renderLink(block.bookmark.url, richTextMarkdown(block.bookmark.caption))
    case 'embed':
      return renderLink(block.embed.url, richTextMarkdown(block.embed.caption))
    case 'link_preview':
      return renderLink(block.link_preview.url)
    default:
      return renderMediaCaption(block)
  }
}

const renderHeading = (headingLevel: number, headingText: string): string =>
  headingText.trim() === '' ? '' : `${'#'.repeat(headingLevel)} ${headingText.replaceAll('\n', ' ').trim()}`

/** The fence is longer than any in the code. */
function renderCodeBlock(language: string, codeText: string, caption: string): string {
  const longestRun = Math.max(2, ...(codeText.match(/`+/g) ?? []).map((backtickRun) => backtickRun.length))
  const codeFence = '`'.repeat(longestRun + 1)
  const languageName = language === 'plain text' ? '' : language
  return [`${codeFence}${languageName}\n${codeText}\n${codeFence}`, caption].filter(Boolean).join('\n\n')
}

const indentLines = (blockText: string, indentWidth: number): string =>
  blockText
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(indentWidth)}${line}`))
    .join('\n')

const quoteLines = (blockText: string): string =>
  blockText
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const LIST_BLOCK_TYPES = new Set(['bulleted_list_item', 'numbered_list_item', 'to_do'])

/** Blocks as Markdown. @param listDepth how deep in lists they are */
export function renderBlocks(blockNodes: readonly BlockNode[], listDepth = 0): string {
  const renderedParts: { text: string; isItem: boolean }[] = []
  let itemNumber = 0
  for (const blockNode of blockNodes) {
    const { block, children } = blockNode
    itemNumber = block.type === 'numbered_list_item' ? itemNumber + 1 : 0
    const isItem = LIST_BLOCK_TYPES.has(block.type)
    const nodeText = renderNode(blockNode, itemNumber, listDepth)
    if (nodeText.trim() !== '') renderedParts.push({ text: nodeText, isItem })
    else if (children.length > 0 && block.type !== 'table') {
      const childText = renderBlocks(children, listDepth)
      if (childText !== '') renderedParts.push({ text: childText, isItem: false })
    }
  }
  return renderedParts
    .map(
      ({ text, isItem }, partIndex) =>
        `${partIndex === 0 ? '' : isItem && renderedParts[partIndex - 1]?.isItem ? '\n' : '\n\n'}${text}`,
    )
    .join('')
}

function renderNode(blockNode: BlockNode, itemNumber: number, listDepth: number): string {
  const { block, children } = blockNode
  if (block.type === 'table') return renderTable(blockNode)
  const ownText = blockNode.image === undefined ? renderOwnText(block) : renderImageMark(block, blockNode.image)
  if (LIST_BLOCK_TYPES.has(block.type)) {
    const listMarker = block.type === 'numbered_list_item' ? `${itemNumber}. ` : '- '
    const indentWidth = listDepth < INDENT_MAX ? listMarker.length : 0
    const childText = renderBlocks(children, listDepth + 1)
    if (ownText.trim() === '' && childText === '') return ''
    return [`${listMarker}${ownText.replaceAll('\n', ' ')}`, childText && indentLines(childText, indentWidth)]
      .filter(Boolean)
      .join('\n')
  }
  if (ownText === '') return ''
  const completeText = [ownText, renderBlocks(children, listDepth)].filter(Boolean).join('\n\n')
  return block.type === 'quote' || block.type === 'callout' ? quoteLines(completeText) : completeText
}
