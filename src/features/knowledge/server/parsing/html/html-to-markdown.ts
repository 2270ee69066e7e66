import TurndownService from 'turndown'
import { oneLine } from '../../../../../kernel/text.ts'
import { imageMark } from '../../../domain/image-marks.ts'
import { withSingleBlankLines } from '../../../domain/source-markup.ts'
import type { FindImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { codeBlock } from './html-code.ts'
import { isLayoutTable, tableToMarkdown } from './html-tables.ts'
import { type HtmlElement, isElement, lineOf, openFragment } from './html-tree.ts'

const LEFT_OUT =
  'script style title noscript template svg canvas iframe object embed head link meta input select textarea button audio video map annotation'.split(
    ' ',
  ) as TurndownService.TagName[]

/** Converts the addresses of links and images; null leaves the link out and keeps its text. */
export type ResolveAddress = (href: string) => string | null

/** Addresses that can be opened from anywhere. */
const absolute: ResolveAddress = (href) => (/^(https?|mailto|tel):/i.test(href) ? href : null)

const block = (text: string): string => (text.trim() === '' ? '' : `\n\n${text.replace(/^\n+|\s+$/g, '')}\n\n`)
const asElement = (node: TurndownService.Node): HtmlElement => node as unknown as HtmlElement

function listItem(item: HtmlElement, content: string): string {
  const list = item.parentNode
  const siblings = [...(list?.childNodes ?? [])].filter(isElement).filter(({ localName }) => localName === 'li')
  const start = Number(list?.getAttribute('start') ?? 1)
  const given = Number(item.getAttribute('value') ?? Number.NaN)
  const number = Number.isInteger(given) ? given : (Number.isInteger(start) ? start : 1) + siblings.indexOf(item)
  const mark = list?.localName === 'ol' ? `${number}. ` : '- '
  const text = content.replace(/^\n+|\s+$/g, '')
  if (text === '') return ''
  const indented = text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${indented}${siblings.at(-1) === item ? '' : '\n'}`
}

/** A bracket would end the target; the language's own function does not encode it. */
const linkTarget = (address: string): string =>
  address.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

function link(anchor: HtmlElement, content: string, resolve: ResolveAddress): string {
  const text = content.trim()
  const href = (anchor.getAttribute('href') ?? '').trim()
  // A heading is a title that is searched and shown as plain text.
  if (text === '' || anchor.closest('h1, h2, h3, h4, h5, h6')) return content
  const address = href === '' || href.startsWith('#') ? null : resolve(href)
  if (address === null || address === text || address === `mailto:${text}` || content.includes('](')) return content
  const target = linkTarget(address)
  return `[${oneLine(text)}](${target})`
}

function image(element: HtmlElement, resolve: ResolveAddress, findImage: FindImage): string {
  const alt = oneLine(element.getAttribute('alt') ?? '')
  const source = element.getAttribute('src') ?? ''
  const number = element.closest('h1, h2, h3, h4, h5, h6') ? null : findImage(source)
  if (number !== null) return imageMark(escapeMarkdown(alt), number)
  if (alt === '') return ''
  const address = source === '' || source.startsWith('data:') ? null : resolve(source)
  const text = escapeMarkdown(alt)
  return address === null || element.closest('h1, h2, h3, h4, h5, h6') ? text : `![${text}](${linkTarget(address)})`
}

/** Terms with short descriptions are a list, those with blocks are bold paragraphs above them. */
function term(element: HtmlElement, content: string): string {
  const title = oneLine(content).replaceAll('**', '')
  if (title === '') return ''
  return isShortList(element) ? `\n- **${title}**: ` : block(`**${title}**`)
}
const description = (element: HtmlElement, content: string): string =>
  isShortList(element) ? `${oneLine(content)}\n` : block(content)

function isShortList(element: HtmlElement): boolean {
  const list = element.closest('dl')
  if (!list || list.querySelector('p, ul, ol, pre, table, dl, div, dt + dt, dd + dd')) return false
  return list.querySelector('dt + dd') !== null
}

const ADMONITION = /(?:^|[\s_-])(note|tip|hint|important|warning|caution|danger)(?:$|[\s_-])/i
const admonitionOf = (element: HtmlElement): string | null =>
  /^(div|aside|blockquote|section)$/.test(element.localName)
    ? (ADMONITION.exec(element.getAttribute('class') ?? '')?.[1] ?? null)
    : null

/** Puts the label of an admonition in front of its first sentence. */
function admonition(element: HtmlElement, content: string): string {
  const label = admonitionOf(element) ?? ''
  const text = content.trim()
  const name = label.charAt(0).toUpperCase() + label.slice(1).toLowerCase()
  const titled = new RegExp(`^(?:#{1,6} |\\*\\*)?${label}\\b[:!]?(?:\\*\\*)?:?\\s+`, 'i')
  const rest = text.replace(titled, '')
  if (rest === '') return ''
  return block(/^(```|~~~|\||- |\d+\. |#)/.test(rest) ? `**${name}:**\n\n${rest}` : `**${name}:** ${rest}`)
}

function createService(resolve: ResolveAddress, findImage: FindImage): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '',
    br: '',
  })
  service.escape = escapeMarkdown
  service.remove(LEFT_OUT)
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const title = oneLine(content).replace(/\s*(?:¶|🔗|\\?#)$/u, '')
      return title === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${title}\n\n`
    },
  })
  service.addRule('rule', { filter: 'hr', replacement: () => '\n\n' })
  service.addRule('item', { filter: 'li', replacement: (content, node) => listItem(asElement(node), content) })
  service.addRule('code', { filter: 'pre', replacement: (_, node) => block(codeBlock(asElement(node))) })
  service.addRule('link', { filter: 'a', replacement: (content, node) => link(asElement(node), content, resolve) })
  service.addRule('image', { filter: 'img', replacement: (_, node) => image(asElement(node), resolve, findImage) })
  service.addRule('term', { filter: 'dt', replacement: (content, node) => term(asElement(node), content) })
  service.addRule('description', { filter: 'dd', replacement: (text, node) => description(asElement(node), text) })
  service.addRule('admonition', {
    filter: (node) => admonitionOf(asElement(node)) !== null,
    replacement: (content, node) => admonition(asElement(node), content),
  })
  // Emphasis says little, and marks inside of words part them.
  service.addRule('emphasis', { filter: ['em', 'i'], replacement: (content) => content })
  service.addRule('strong', {
    filter: ['strong', 'b'],
    replacement: (content, node) => {
      const text = content.trim()
      const isWhole = text !== '' && oneLine(content) === lineOf(node.parentNode as never)
      return isWhole && node.parentNode?.nodeName === 'P' ? `**${text}**` : content
    },
  })
  service.addRule('table', {
    filter: (node) => node.nodeName === 'TABLE' && !isLayoutTable(asElement(node)),
    replacement: (_, node) => block(tableToMarkdown(asElement(node), (cell) => cellText(cell, service))),
  })
  service.addRule('cell', {
    filter: ['td', 'th', 'tr', 'caption', 'thead', 'tbody', 'tfoot'],
    replacement: (content) => block(content),
  })
  return service
}

/** A list in a cell becomes a sequence of its items. */
function cellText(cell: HtmlElement, service: TurndownService): string {
  const text = service.turndown(cell as never)
  return oneLine(text.replace(/^\s*- /gm, '• ').replace(/^• (?![\s\S]*^• )/m, ''))
}

/** The Markdown (GFM) of an element: headings, lists, tables, code, terms, links and images with their addresses. */
export function htmlToMarkdown(
  element: HtmlElement,
  resolve: ResolveAddress = absolute,
  findImage: FindImage = () => null,
): string {
  const markdown = createService(resolve, findImage).turndown(element as never)
  return withSingleBlankLines(markdown).trim()
}

/** The Markdown of a part of a page. */
export const fragmentToMarkdown = (html: string, findImage?: FindImage): string =>
  htmlToMarkdown(openFragment(html), absolute, findImage)
