import TurndownService from 'turndown'
import { oneLine } from '../../../../../kernel/text.ts'
import { imageMark } from '../../../domain/image-marks.ts'
import { withSingleBlankLines } from '../../../domain/source-markup.ts'
import type { FindImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { codeBlock } from './html-code.ts'
import { isLayoutTable, tableToMarkdown } from './html-tables.ts'
import { type HtmlElement, isElement, oneLineText, openFragment } from './html-tree.ts'

const LEFT_OUT_TAGS =
  'script style title noscript template svg canvas iframe object embed head link meta input select textarea button audio video map annotation'.split(
    ' ',
  ) as TurndownService.TagName[]

/** Converts the addresses of links and images; null leaves the link out and keeps its text. */
export type ResolveAddress = (href: string) => string | null

/** Addresses that can be opened from anywhere. */
const keepAbsolute: ResolveAddress = (href) => (/^(https?|mailto|tel):/i.test(href) ? href : null)

const asBlock = (text: string): string => (text.trim() === '' ? '' : `\n\n${text.replace(/^\n+|\s+$/g, '')}\n\n`)
const asElement = (node: TurndownService.Node): HtmlElement => node as unknown as HtmlElement

function listItem(itemElement: HtmlElement, content: string): string {
  const listElement = itemElement.parentNode
  const listItems = [...(listElement?.childNodes ?? [])].filter(isElement).filter(({ localName }) => localName === 'li')
  const startNumber = Number(listElement?.getAttribute('start') ?? 1)
  const givenNumber = Number(itemElement.getAttribute('value') ?? Number.NaN)
  const itemNumber = Number.isInteger(givenNumber)
    ? givenNumber
    : (Number.isInteger(startNumber) ? startNumber : 1) + listItems.indexOf(itemElement)
  const itemMark = listElement?.localName === 'ol' ? `${itemNumber}. ` : '- '
  const itemText = content.replace(/^\n+|\s+$/g, '')
  if (itemText === '') return ''
  const indentedText = itemText.replace(/\n(?=[^\n])/g, `\n${' '.repeat(itemMark.length)}`)
  return `${itemMark}${indentedText}${listItems.at(-1) === itemElement ? '' : '\n'}`
}

/** A bracket would end the target; the language's own function does not encode it. */
const linkTarget = (address: string): string =>
  address.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

function linkMarkdown(anchor: HtmlElement, content: string, resolveAddress: ResolveAddress): string {
  const linkText = content.trim()
  const href = (anchor.getAttribute('href') ?? '').trim()
  // A heading is a title that is searched and shown as plain text.
  if (linkText === '' || anchor.closest('h1, h2, h3, h4, h5, h6')) return content
  const linkAddress = href === '' || href.startsWith('#') ? null : resolveAddress(href)
  if (
    linkAddress === null ||
    linkAddress === linkText ||
    linkAddress === `mailto:${linkText}` ||
    content.includes('](')
  )
    return content
  const encodedTarget = linkTarget(linkAddress)
  return `[${oneLine(linkText)}](${encodedTarget})`
}

function imageMarkdown(element: HtmlElement, resolveAddress: ResolveAddress, findImage: FindImage): string {
  const altText = oneLine(element.getAttribute('alt') ?? '')
  const imageSource = element.getAttribute('src') ?? ''
  const imageNumber = element.closest('h1, h2, h3, h4, h5, h6') ? null : findImage(imageSource)
  if (imageNumber !== null) return imageMark(escapeMarkdown(altText), imageNumber)
  if (altText === '') return ''
  const resolvedAddress = imageSource === '' || imageSource.startsWith('data:') ? null : resolveAddress(imageSource)
  const escapedAlt = escapeMarkdown(altText)
  return resolvedAddress === null || element.closest('h1, h2, h3, h4, h5, h6')
    ? escapedAlt
    : `![${escapedAlt}](${linkTarget(resolvedAddress)})`
}

/** Terms with short descriptions are a list, those with blocks are bold paragraphs above them. */
function termMarkdown(element: HtmlElement, content: string): string {
  const termTitle = oneLine(content).replaceAll('**', '')
  if (termTitle === '') return ''
  return isShortList(element) ? `\n- **${termTitle}**: ` : asBlock(`**${termTitle}**`)
}
const descriptionMarkdown = (element: HtmlElement, content: string): string =>
  isShortList(element) ? `${oneLine(content)}\n` : asBlock(content)

function isShortList(element: HtmlElement): boolean {
  const listElement = element.closest('dl')
  if (!listElement || listElement.querySelector('p, ul, ol, pre, table, dl, div, dt + dt, dd + dd')) return false
  return listElement.querySelector('dt + dd') !== null
}

const ADMONITION = /(?:^|[\s_-])(note|tip|hint|important|warning|caution|danger)(?:$|[\s_-])/i
const admonitionKind = (element: HtmlElement): string | null =>
  /^(div|aside|blockquote|section)$/.test(element.localName)
    ? (ADMONITION.exec(element.getAttribute('class') ?? '')?.[1] ?? null)
    : null

/** Puts the label of an admonition in front of its first sentence. */
function admonitionMarkdown(element: HtmlElement, content: string): string {
  const kindLabel = admonitionKind(element) ?? ''
  const bodyText = content.trim()
  const kindName = kindLabel.charAt(0).toUpperCase() + kindLabel.slice(1).toLowerCase()
  const titlePattern = new RegExp(`^(?:#{1,6} |\\*\\*)?${kindLabel}\\b[:!]?(?:\\*\\*)?:?\\s+`, 'i')
  const untitledText = bodyText.replace(titlePattern, '')
  if (untitledText === '') return ''
  return asBlock(
    /^(```|~~~|\||- |\d+\. |#)/.test(untitledText)
      ? `**${kindName}:**\n\n${untitledText}`
      : `**${kindName}:** ${untitledText}`,
  )
}

function createTurndownService(resolveAddress: ResolveAddress, findImage: FindImage): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '',
    br: '',
  })
  turndown.escape = escapeMarkdown
  turndown.remove(LEFT_OUT_TAGS)
  turndown.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const headingTitle = oneLine(content).replace(/\s*(?:¶|🔗|\\?#)$/u, '')
      return headingTitle === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${headingTitle}\n\n`
    },
  })
  turndown.addRule('rule', { filter: 'hr', replacement: () => '\n\n' })
  turndown.addRule('item', { filter: 'li', replacement: (content, node) => listItem(asElement(node), content) })
  turndown.addRule('code', { filter: 'pre', replacement: (_, node) => asBlock(codeBlock(asElement(node))) })
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => linkMarkdown(asElement(node), content, resolveAddress),
  })
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_, node) => imageMarkdown(asElement(node), resolveAddress, findImage),
  })
  turndown.addRule('term', { filter: 'dt', replacement: (content, node) => termMarkdown(asElement(node), content) })
  turndown.addRule('description', {
    filter: 'dd',
    replacement: (content, node) => descriptionMarkdown(asElement(node), content),
  })
  turndown.addRule('admonition', {
    filter: (node) => admonitionKind(asElement(node)) !== null,
    replacement: (content, node) => admonitionMarkdown(asElement(node), content),
  })
  // Emphasis says little, and marks inside of words part them.
  turndown.addRule('emphasis', { filter: ['em', 'i'], replacement: (content) => content })
  turndown.addRule('strong', {
    filter: ['strong', 'b'],
    replacement: (content, node) => {
      const strongText = content.trim()
      const isWholeParagraph = strongText !== '' && oneLine(content) === oneLineText(node.parentNode as never)
      return isWholeParagraph && node.parentNode?.nodeName === 'P' ? `**${strongText}**` : content
    },
  })
  turndown.addRule('table', {
    filter: (node) => node.nodeName === 'TABLE' && !isLayoutTable(asElement(node)),
    replacement: (_, node) => asBlock(tableToMarkdown(asElement(node), (cell) => cellText(cell, turndown))),
  })
  turndown.addRule('cell', {
    filter: ['td', 'th', 'tr', 'caption', 'thead', 'tbody', 'tfoot'],
    replacement: (content) => asBlock(content),
  })
  return turndown
}

/** A list in a cell becomes a sequence of its items. */
function cellText(cell: HtmlElement, turndown: TurndownService): string {
  const cellMarkdown = turndown.turndown(cell as never)
  return oneLine(cellMarkdown.replace(/^\s*- /gm, '• ').replace(/^• (?![\s\S]*^• )/m, ''))
}

/** The Markdown (GFM) of an element: headings, lists, tables, code, terms, links and images with their addresses. */
export function htmlToMarkdown(
  element: HtmlElement,
  resolveAddress: ResolveAddress = keepAbsolute,
  findImage: FindImage = () => null,
): string {
  const markdown = createTurndownService(resolveAddress, findImage).turndown(element as never)
  return withSingleBlankLines(markdown).trim()
}

/** The Markdown of a part of a page. */
export const fragmentToMarkdown = (html: string, findImage?: FindImage): string =>
  htmlToMarkdown(openFragment(html), keepAbsolute, findImage)
