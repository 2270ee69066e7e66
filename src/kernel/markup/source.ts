import type { MarkupBlock, MarkupInline } from './blocks.ts'
import { calloutToMarkdown } from './callouts.ts'
import { addressAt } from './links.ts'
import { parseMarkup } from './parse.ts'

/** Ways to write inline markup, the most legible first. Whichever is first read as what is meant is used. */
interface InlineStyle {
  escape: boolean
  lineBreak: string
  /** Bold and italic as HTML tags: signs do not work in the middle of words or beside spaces. */
  tags: boolean
}
const STYLES: readonly InlineStyle[] = [
  { escape: false, lineBreak: '\n', tags: false },
  { escape: false, lineBreak: '\\\n', tags: false },
  { escape: true, lineBreak: '\\\n', tags: false },
  { escape: true, lineBreak: '<br>', tags: false },
  { escape: true, lineBreak: '<br>', tags: true },
]
const ESCAPED = STYLES.filter((style) => style.escape)
const ON_ONE_LINE = STYLES.filter(({ lineBreak }) => lineBreak === '<br>')
const SINGLE_LINE_STYLES: readonly InlineStyle[] = [{ escape: false, lineBreak: '<br>', tags: false }, ...ON_ONE_LINE]

const SIGNS = /[\\`*_{}[\]~<>|#]|!$/gu
const ENTITY_START = /&(?=#?[\da-z]{1,7};)/giu
const ADDRESS_START = /(h)(?=ttps?:\/\/)/giu
const LINE_START = /^(\d{1,4})([.)])|^([-+=•]|```)/gmu

/** A run of backticks that is longer than any in the text. */
const fenceFor = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)))

const reference = (character: string) => `&#${character.codePointAt(0)};`

const escaped = (text: string): string =>
  text
    .replace(ENTITY_START, '&amp;')
    .replace(SIGNS, '\\$&')
    .replace(ADDRESS_START, (character) => reference(character))

const escapedLineStarts = (text: string): string =>
  text.replace(LINE_START, (_whole, number?: string, dot?: string, sign?: string) => {
    if (number !== undefined) return `${number}\\${dot}`
    if (sign === '```') return `<!-- -->${sign}`
    return sign === '-' || sign === '+' ? `\\${sign}` : reference(sign ?? '')
  })

/** The shortest run of backticks that the text does not contain. */
function codeSource(text: string): string {
  const runs = new Set([...text.matchAll(/`+/gu)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  const fence = '`'.repeat(length)
  const space = runs.size > 0 ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

const targetOf = (href: string): string => (/[()]/u.test(href) ? `<${href}>` : href)

type LinkInline = Extract<MarkupInline, { kind: 'link' }>

/** True for a link that shows its address, where that is read to its end. */
function isBareAddress({ href, children: [label, ...rest] }: LinkInline): boolean {
  return rest.length === 0 && label?.kind === 'text' && label.text === href && addressAt(href, 0) === href
}

function inlineSource(list: readonly MarkupInline[], style: InlineStyle): string {
  const one = (inline: MarkupInline): string => {
    if (inline.kind === 'text') return style.escape ? escaped(inline.text) : inline.text
    if (inline.kind === 'break') return style.lineBreak
    if (inline.kind === 'code') return codeSource(inline.text)
    if (inline.kind === 'image') return `![${style.escape ? escaped(inline.alt) : inline.alt}](${inline.src})`
    if (inline.kind === 'link' && isBareAddress(inline)) return style.escape ? `<${inline.href}>` : inline.href
    const words = inlineSource(inline.children, style)
    if (inline.kind === 'link') return `[${words}](${targetOf(inline.href)})`
    if (style.tags) return inline.kind === 'strong' ? `<b>${words}</b>` : `<i>${words}</i>`
    const sign = inline.kind === 'strong' ? '**' : '*'
    return `${sign}${words}${sign}`
  }
  const text = list.map(one).join('')
  return style.escape ? escapedLineStarts(text) : text
}

/** The first way of writing that is read as these inlines. `frame` puts the text where it will be read. */
function readableSource(
  list: readonly MarkupInline[],
  styles: readonly InlineStyle[],
  frame: (text: string) => string,
  read: (blocks: MarkupBlock[]) => MarkupInline[] | undefined,
): string {
  const wanted = JSON.stringify(list)
  let text = ''
  for (const style of styles) {
    text = inlineSource(list, style)
    const blocks = parseMarkup(frame(text))
    if (blocks.length === 1 && JSON.stringify(read(blocks)) === wanted) break
  }
  return text
}

const headingOrParagraph = (blocks: MarkupBlock[]) => {
  const [block] = blocks
  return block?.kind === 'heading' || block?.kind === 'paragraph' ? block.children : undefined
}

function firstOfItem([list]: MarkupBlock[]): MarkupInline[] | undefined {
  const item = list?.kind === 'list' && list.items.length === 1 ? list.items[0] : undefined
  return item?.length === 1 && item[0]?.kind === 'paragraph' ? item[0].children : undefined
}

function cellSource(cell: readonly MarkupInline[]): string {
  if (cell.length === 0) return ''
  const inCell = (text: string) => text.replaceAll('|', '\\|')
  const text = readableSource(
    cell,
    SINGLE_LINE_STYLES,
    (candidate) => `| ${inCell(candidate)} |\n| --- |`,
    ([table]) => (table?.kind === 'table' ? table.header[0] : undefined),
  )
  return inCell(text)
}

const rowSource = (cells: readonly MarkupInline[][]): string => `| ${cells.map(cellSource).join(' | ')} |`

const indented = (text: string, width: number): string => text.replaceAll(/\n(?=[^\n])/gu, `\n${' '.repeat(width)}`)

/** A nested list follows its line directly, unless its number would be read as part of the line. */
const followsDirectly = (block: MarkupBlock | undefined) =>
  block?.kind === 'list' && (!block.ordered || block.start === 1)

/** One line, with a nested list at most: such items need no empty lines between them. */
const isTight = (item: readonly MarkupBlock[]): boolean =>
  item.length === 1 || (item.length === 2 && item[0]?.kind === 'paragraph' && followsDirectly(item[1]))

function itemSource(item: readonly MarkupBlock[], sign: string, styles: readonly InlineStyle[]): string {
  const [first, ...rest] = item
  const width = sign.length + 1
  if (first?.kind !== 'paragraph') {
    // The sign would be read as part of a table's first cell; with those of nested lists, as a thematic break.
    const isApart = first?.kind === 'table' || styles === ESCAPED
    return `${sign} ${indented((isApart ? '<!-- -->\n\n' : '') + joinedSource(item, styles), width)}`
  }
  const words = readableSource(first.children, styles, (text) => `${sign} ${indented(text, width)}`, firstOfItem)
  const more = rest.length > 0 ? `${followsDirectly(rest[0]) ? '\n' : '\n\n'}${joinedSource(rest, styles)}` : ''
  return `${sign} ${indented(words + more, width)}`
}

type ListBlock = Extract<MarkupBlock, { kind: 'list' }>

const listSource = ({ ordered, start, items }: ListBlock, styles: readonly InlineStyle[]): string =>
  items
    .map((item, index) => itemSource(item, ordered ? `${start + index}.` : '-', styles))
    .join(items.every(isTight) ? '\n' : '\n\n')

function blockSource(block: MarkupBlock, styles: readonly InlineStyle[]): string {
  if (block.kind === 'paragraph') return readableSource(block.children, styles, (text) => text, headingOrParagraph)
  if (block.kind === 'heading') {
    const sign = '#'.repeat(block.level)
    return `${sign} ${readableSource(block.children, SINGLE_LINE_STYLES, (text) => `${sign} ${text}`, headingOrParagraph)}`
  }
  if (block.kind === 'code') {
    const fence = fenceFor(block.text, 3)
    return `${fence}\n${block.text}\n${fence}`
  }
  if (block.kind === 'callout') return calloutToMarkdown(joinedSource(block.children, styles), block.tone)
  if (block.kind === 'table')
    return [rowSource(block.header), `|${' --- |'.repeat(block.header.length)}`, ...block.rows.map(rowSource)].join(
      '\n',
    )
  const source = listSource(block, styles)
  // Items that are legible alone may be read together as something else, such as a table.
  const isRead = styles === ESCAPED || JSON.stringify(parseMarkup(source)) === JSON.stringify([block])
  return isRead ? source : listSource(block, ESCAPED)
}

const joinedSource = (blocks: readonly MarkupBlock[], styles: readonly InlineStyle[]): string =>
  blocks
    .map((block, index) => {
      const before = blocks[index - 1]
      // Two lists of a kind in a row would be read as one.
      const isApart = block.kind === 'list' && before?.kind === 'list' && block.ordered === before.ordered
      return `${isApart ? '<!-- -->\n\n' : ''}${blockSource(block, styles)}`
    })
    .join('\n\n')

/** Blocks as Markdown from which the same blocks are read again; `blocksToMarkdown` is for reading instead. */
export const blocksToSource = (blocks: readonly MarkupBlock[]): string => joinedSource(blocks, STYLES)
