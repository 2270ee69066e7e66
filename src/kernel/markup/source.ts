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
const INLINE_STYLES: readonly InlineStyle[] = [
  { escape: false, lineBreak: '\n', tags: false },
  { escape: false, lineBreak: '\\\n', tags: false },
  { escape: true, lineBreak: '\\\n', tags: false },
  { escape: true, lineBreak: '<br>', tags: false },
  { escape: true, lineBreak: '<br>', tags: true },
]
const ESCAPED_STYLES = INLINE_STYLES.filter((inlineStyle) => inlineStyle.escape)
const ON_ONE_LINE = INLINE_STYLES.filter(({ lineBreak }) => lineBreak === '<br>')
const SINGLE_LINE_STYLES: readonly InlineStyle[] = [{ escape: false, lineBreak: '<br>', tags: false }, ...ON_ONE_LINE]

const MARKUP_SIGNS = /[\\`*_{}[\]~<>|#]|!$/gu
const ENTITY_START = /&(?=#?[\da-z]{1,7};)/giu
const ADDRESS_START = /(h)(?=ttps?:\/\/)/giu
const LINE_START = /^(\d{1,4})([.)])|^([-+=•]|```)/gmu

/** A run of backticks that is longer than any in the text. */
const fenceFor = (codeText: string, leastLength: number): string =>
  '`'.repeat(Math.max(leastLength, ...[...codeText.matchAll(/`+/gu)].map(([run]) => run.length + 1)))

const reference = (character: string) => `&#${character.codePointAt(0)};`

const escapeSigns = (plainText: string): string =>
  plainText
    .replace(ENTITY_START, '&amp;')
    .replace(MARKUP_SIGNS, '\\$&')
    .replace(ADDRESS_START, (character) => reference(character))

const escapedLineStarts = (plainText: string): string =>
  plainText.replace(LINE_START, (_wholeMatch, listNumber?: string, numberDot?: string, listSign?: string) => {
    if (listNumber !== undefined) return `${listNumber}\\${numberDot}`
    if (listSign === '```') return `<!-- -->${listSign}`
    return listSign === '-' || listSign === '+' ? `\\${listSign}` : reference(listSign ?? '')
  })

/** The shortest run of backticks that the text does not contain. */
function codeSource(codeText: string): string {
  const tickRuns = new Set([...codeText.matchAll(/`+/gu)].map(([run]) => run.length))
  let tickCount = 1
  while (tickRuns.has(tickCount)) tickCount += 1
  const tickFence = '`'.repeat(tickCount)
  const codePadding = tickRuns.size > 0 ? ' ' : ''
  return `${tickFence}${codePadding}${codeText}${codePadding}${tickFence}`
}

const targetOf = (linkTarget: string): string => (/[()]/u.test(linkTarget) ? `<${linkTarget}>` : linkTarget)

type LinkInline = Extract<MarkupInline, { kind: 'link' }>

/** True for a link that shows its address, where that is read to its end. */
function isBareAddress({ href, children: [label, ...rest] }: LinkInline): boolean {
  return rest.length === 0 && label?.kind === 'text' && label.text === href && addressAt(href, 0) === href
}

function inlineSource(inlineNodes: readonly MarkupInline[], inlineStyle: InlineStyle): string {
  const sourceOf = (inlineNode: MarkupInline): string => {
    if (inlineNode.kind === 'text') return inlineStyle.escape ? escapeSigns(inlineNode.text) : inlineNode.text
    if (inlineNode.kind === 'break') return inlineStyle.lineBreak
    if (inlineNode.kind === 'code') return codeSource(inlineNode.text)
    if (inlineNode.kind === 'image')
      return `![${inlineStyle.escape ? escapeSigns(inlineNode.alt) : inlineNode.alt}](${inlineNode.src})`
    if (inlineNode.kind === 'link' && isBareAddress(inlineNode))
      return inlineStyle.escape ? `<${inlineNode.href}>` : inlineNode.href
    const innerSource = inlineSource(inlineNode.children, inlineStyle)
    if (inlineNode.kind === 'link') return `[${innerSource}](${targetOf(inlineNode.href)})`
    if (inlineStyle.tags) return inlineNode.kind === 'strong' ? `<b>${innerSource}</b>` : `<i>${innerSource}</i>`
    const markSigns = inlineNode.kind === 'strong' ? '**' : '*'
    return `${markSigns}${innerSource}${markSigns}`
  }
  const joinedText = inlineNodes.map(sourceOf).join('')
  return inlineStyle.escape ? escapedLineStarts(joinedText) : joinedText
}

/** The first way of writing that is read as these inlines. `frame` puts the text where it will be read. */
function readableSource(
  inlineNodes: readonly MarkupInline[],
  inlineStyles: readonly InlineStyle[],
  frameSource: (text: string) => string,
  readBack: (blocks: MarkupBlock[]) => MarkupInline[] | undefined,
): string {
  const wantedNodes = JSON.stringify(inlineNodes)
  let candidateSource = ''
  for (const inlineStyle of inlineStyles) {
    candidateSource = inlineSource(inlineNodes, inlineStyle)
    const parsedBlocks = parseMarkup(frameSource(candidateSource))
    if (parsedBlocks.length === 1 && JSON.stringify(readBack(parsedBlocks)) === wantedNodes) break
  }
  return candidateSource
}

const headingOrParagraph = (parsedBlocks: MarkupBlock[]) => {
  const [block] = parsedBlocks
  return block?.kind === 'heading' || block?.kind === 'paragraph' ? block.children : undefined
}

function firstOfItem([list]: MarkupBlock[]): MarkupInline[] | undefined {
  const listItem = list?.kind === 'list' && list.items.length === 1 ? list.items[0] : undefined
  return listItem?.length === 1 && listItem[0]?.kind === 'paragraph' ? listItem[0].children : undefined
}

function cellSource(cellNodes: readonly MarkupInline[]): string {
  if (cellNodes.length === 0) return ''
  const escapeBars = (cellText: string) => cellText.replaceAll('|', '\\|')
  const cellMarkdown = readableSource(
    cellNodes,
    SINGLE_LINE_STYLES,
    (candidate) => `| ${escapeBars(candidate)} |\n| --- |`,
    ([table]) => (table?.kind === 'table' ? table.header[0] : undefined),
  )
  return escapeBars(cellMarkdown)
}

const rowSource = (rowCells: readonly MarkupInline[][]): string => `| ${rowCells.map(cellSource).join(' | ')} |`

const indentLines = (linesText: string, indentWidth: number): string =>
  linesText.replaceAll(/\n(?=[^\n])/gu, `\n${' '.repeat(indentWidth)}`)

/** A nested list follows its line directly, unless its number would be read as part of the line. */
const followsDirectly = (markupBlock: MarkupBlock | undefined) =>
  markupBlock?.kind === 'list' && (!markupBlock.ordered || markupBlock.start === 1)

/** One line, with a nested list at most: such items need no empty lines between them. */
const isTightItem = (listItem: readonly MarkupBlock[]): boolean =>
  listItem.length === 1 || (listItem.length === 2 && listItem[0]?.kind === 'paragraph' && followsDirectly(listItem[1]))

function itemSource(listItem: readonly MarkupBlock[], listSign: string, inlineStyles: readonly InlineStyle[]): string {
  const [first, ...rest] = listItem
  const indentWidth = listSign.length + 1
  if (first?.kind !== 'paragraph') {
    // The sign would be read as part of a table's first cell; with those of nested lists, as a thematic break.
    const isSeparate = first?.kind === 'table' || inlineStyles === ESCAPED_STYLES
    return `${listSign} ${indentLines((isSeparate ? '<!-- -->\n\n' : '') + joinedSource(listItem, inlineStyles), indentWidth)}`
  }
  const innerSource = readableSource(
    first.children,
    inlineStyles,
    (itemText) => `${listSign} ${indentLines(itemText, indentWidth)}`,
    firstOfItem,
  )
  const restSource =
    rest.length > 0 ? `${followsDirectly(rest[0]) ? '\n' : '\n\n'}${joinedSource(rest, inlineStyles)}` : ''
  return `${listSign} ${indentLines(innerSource + restSource, indentWidth)}`
}

type ListBlock = Extract<MarkupBlock, { kind: 'list' }>

const listSource = ({ ordered, start, items }: ListBlock, inlineStyles: readonly InlineStyle[]): string =>
  items
    .map((listItem, itemIndex) => itemSource(listItem, ordered ? `${start + itemIndex}.` : '-', inlineStyles))
    .join(items.every(isTightItem) ? '\n' : '\n\n')

function blockSource(markupBlock: MarkupBlock, inlineStyles: readonly InlineStyle[]): string {
  if (markupBlock.kind === 'paragraph')
    return readableSource(markupBlock.children, inlineStyles, (paragraphText) => paragraphText, headingOrParagraph)
  if (markupBlock.kind === 'heading') {
    const headingSigns = '#'.repeat(markupBlock.level)
    return `${headingSigns} ${readableSource(markupBlock.children, SINGLE_LINE_STYLES, (headingText) => `${headingSigns} ${headingText}`, headingOrParagraph)}`
  }
  if (markupBlock.kind === 'code') {
    const codeFence = fenceFor(markupBlock.text, 3)
    return `${codeFence}\n${markupBlock.text}\n${codeFence}`
  }
  if (markupBlock.kind === 'callout')
    return calloutToMarkdown(joinedSource(markupBlock.children, inlineStyles), markupBlock.tone)
  if (markupBlock.kind === 'table')
    return [
      rowSource(markupBlock.header),
      `|${' --- |'.repeat(markupBlock.header.length)}`,
      ...markupBlock.rows.map(rowSource),
    ].join('\n')
  const sourceText = listSource(markupBlock, inlineStyles)
  // Items that are legible alone may be read together as something else, such as a table.
  const isReadBack =
    inlineStyles === ESCAPED_STYLES || JSON.stringify(parseMarkup(sourceText)) === JSON.stringify([markupBlock])
  return isReadBack ? sourceText : listSource(markupBlock, ESCAPED_STYLES)
}

const joinedSource = (parsedBlocks: readonly MarkupBlock[], inlineStyles: readonly InlineStyle[]): string =>
  parsedBlocks
    .map((markupBlock, blockIndex) => {
      const previousBlock = parsedBlocks[blockIndex - 1]
      // Two lists of a kind in a row would be read as one.
      const isSeparate =
        markupBlock.kind === 'list' && previousBlock?.kind === 'list' && markupBlock.ordered === previousBlock.ordered
      return `${isSeparate ? '<!-- -->\n\n' : ''}${blockSource(markupBlock, inlineStyles)}`
    })
    .join('\n\n')

/** Blocks as Markdown from which the same blocks are read again; `blocksToMarkdown` is for reading instead. */
export const blocksToSource = (parsedBlocks: readonly MarkupBlock[]): string =>
  joinedSource(parsedBlocks, INLINE_STYLES)
