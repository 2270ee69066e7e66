import type { BlockObjectResponse } from '@notionhq/client'
import { oneLine } from '../../../../kernel/text.ts'
import { escapeMarkdown, imageMark } from '../../../knowledge/server/index.ts'
import { plainText, richText } from './rich-text.ts'

/** A block with what is inside of it, as far as it was read. */
export interface BlockNode {
  block: BlockObjectResponse
  children: BlockNode[]
  /** Number of the image that was loaded of this block. */
  image?: number
}

/** Lists are indented no further: what is nested deeper stays readable. */
const INDENT_MAX = 6

const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
const row = (cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`

function tableText({ block, children }: BlockNode): string {
  if (block.type !== 'table') return ''
  const rows = children.flatMap(({ block: one }) =>
    one.type === 'table_row' ? [one.table_row.cells.map(richText)] : [],
  )
  const width = Math.max(block.table.table_width, ...rows.map((cells) => cells.length))
  const full = rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])
  const [first, ...rest] = full
  if (!first) return ''
  const head = block.table.has_column_header ? first : Array<string>(width).fill('')
  const body = block.table.has_column_header ? rest : full
  return [row(head), row(Array<string>(width).fill('---')), ...body.map(row)].join('\n')
}

/** A file is represented by its name and caption; its URL expires. */
function mediaText(block: BlockObjectResponse): string {
  switch (block.type) {
    case 'image':
      return richText(block.image.caption)
    case 'video':
      return richText(block.video.caption)
    case 'audio':
      return richText(block.audio.caption)
    case 'pdf':
      return richText(block.pdf.caption)
    case 'file':
      return [block.file.name, richText(block.file.caption)].filter(Boolean).join(': ')
    default:
      return ''
  }
}

/** The mark of an image that was loaded, with its caption. */
function shownImage(block: BlockObjectResponse, number: number): string {
  const caption = block.type === 'image' ? oneLine(plainText(block.image.caption)) : ''
  return imageMark(escapeMarkdown(caption), number)
}

const link = (url: string, caption = ''): string => (/^https?:\/\//.test(url) ? `[${caption || url}](${url})` : caption)

/** The address of a page or database by its id. */
export const notionAddress = (id: string): string => `https://www.notion.so/${id.replaceAll('-', '')}`

/** Returns the text of a block without its children; '' for blocks that only contain others. */
function ownText(block: BlockObjectResponse): string {
  switch (block.type) {
    case 'paragraph':
      return richText(block.paragraph.rich_text)
    case 'heading_1':
      return heading(1, richText(block.heading_1.rich_text))
    case 'heading_2':
      return heading(2, richText(block.heading_2.rich_text))
    case 'heading_3':
      return heading(3, richText(block.heading_3.rich_text))
    case 'heading_4':
      return heading(4, richText(block.heading_4.rich_text))
    case 'bulleted_list_item':
      return richText(block.bulleted_list_item.rich_text)
    case 'numbered_list_item':
      return richText(block.numbered_list_item.rich_text)
    case 'to_do':
      return `[${block.to_do.checked ? 'x' : ' '}] ${richText(block.to_do.rich_text)}`
    case 'toggle': {
      const summary = plainText(block.toggle.rich_text).trim()
      return summary === '' ? '' : `**${summary}**`
    }
    case 'quote':
      return richText(block.quote.rich_text)
    case 'callout':
      return richText(block.callout.rich_text)
    case 'code':
      return fenced(block.code.language, plainText(block.code.rich_text), richText(block.code.caption))
    case 'equation':
      return `$$${block.equation.expression}$$`
    case 'divider':
      return '---'
    case 'child_page':
      return link(notionAddress(block.id), block.child_page.title)
    case 'child_database':
      return link(notionAddress(block.id), block.child_database.title)
    case 'bookmark':
      return link(block.bookmark.url, richText(block.bookmark.caption))
    case 'embed':
      return link(block.embed.url, richText(block.embed.caption))
    case 'link_preview':
      return link(block.link_preview.url)
    default:
      return mediaText(block)
  }
}

const heading = (level: number, text: string): string =>
  text.trim() === '' ? '' : `${'#'.repeat(level)} ${text.replaceAll('\n', ' ').trim()}`

/** The fence is longer than any in the code. */
function fenced(language: string, code: string, caption: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const name = language === 'plain text' ? '' : language
  return [`${fence}${name}\n${code}\n${fence}`, caption].filter(Boolean).join('\n\n')
}

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`))
    .join('\n')

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const LISTS = new Set(['bulleted_list_item', 'numbered_list_item', 'to_do'])

/** Blocks as Markdown. `depth` is how far in lists they stand. */
export function blocksText(nodes: readonly BlockNode[], depth = 0): string {
  const parts: { text: string; isItem: boolean }[] = []
  let number = 0
  for (const node of nodes) {
    const { block, children } = node
    number = block.type === 'numbered_list_item' ? number + 1 : 0
    const isItem = LISTS.has(block.type)
    const text = nodeText(node, number, depth)
    if (text.trim() !== '') parts.push({ text, isItem })
    else if (children.length > 0 && block.type !== 'table') {
      const inner = blocksText(children, depth)
      if (inner !== '') parts.push({ text: inner, isItem: false })
    }
  }
  return parts
    .map(({ text, isItem }, index) => `${index === 0 ? '' : isItem && parts[index - 1]?.isItem ? '\n' : '\n\n'}${text}`)
    .join('')
}

function nodeText(node: BlockNode, number: number, depth: number): string {
  const { block, children } = node
  if (block.type === 'table') return tableText(node)
  const own = node.image === undefined ? ownText(block) : shownImage(block, node.image)
  if (LISTS.has(block.type)) {
    const mark = block.type === 'numbered_list_item' ? `${number}. ` : '- '
    const by = depth < INDENT_MAX ? mark.length : 0
    const inner = blocksText(children, depth + 1)
    if (own.trim() === '' && inner === '') return ''
    return [`${mark}${own.replaceAll('\n', ' ')}`, inner && indented(inner, by)].filter(Boolean).join('\n')
  }
  if (own === '') return ''
  const all = [own, blocksText(children, depth)].filter(Boolean).join('\n\n')
  return block.type === 'quote' || block.type === 'callout' ? quoted(all) : all
}
