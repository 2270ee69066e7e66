import type { MarkupBlock, MarkupInline } from './blocks.ts'
import { CALLOUT_SIGNS } from './callouts.ts'
import { isVideo, VIDEO_SIGN } from './videos.ts'

export type MarkupTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'ul'
  | 'ol'
  | 'li'
  | 'pre'
  | 'code'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'strong'
  | 'em'
  | 'a'
  | 'br'
  | 'img'
  | 'div'

export interface MarkupAttributes {
  href?: string
  target?: '_blank'
  rel?: 'noopener nofollow'
  start?: number
  src?: string
  alt?: string
  width?: number
  height?: number
  loading?: 'lazy'
  role?: 'note'
  /** Shown before the text by the style sheet. */
  'data-sign'?: string
}

/** Makes an element of a tag; used with a component library's function, or with one that writes HTML. */
export type MakeElement<T> = (tag: MarkupTag, attributes: MarkupAttributes, children: (T | string)[]) => T

/** The elements of an answer: the one place that says how its markup is shown. */
export function renderMarkup<T>(blocks: readonly MarkupBlock[], makeElement: MakeElement<T>): (T | string)[] {
  const renderInlines = (inlineNodes: readonly MarkupInline[]): (T | string)[] => inlineNodes.map(renderInline)
  const renderInline = (inlineNode: MarkupInline): T | string => {
    if (inlineNode.kind === 'text') return inlineNode.text
    if (inlineNode.kind === 'break') return makeElement('br', {}, [])
    if (inlineNode.kind === 'code') return makeElement('code', {}, [inlineNode.text])
    if (inlineNode.kind === 'image') {
      const { kind: _, ...image } = inlineNode
      return makeElement('img', { ...image, loading: 'lazy' }, [])
    }
    if (inlineNode.kind !== 'link')
      return makeElement(inlineNode.kind === 'strong' ? 'strong' : 'em', {}, renderInlines(inlineNode.children))
    return makeElement(
      'a',
      { href: inlineNode.href, target: '_blank', rel: 'noopener nofollow' },
      renderInlines(inlineNode.children),
    )
  }
  const renderRow = (rowCells: readonly MarkupInline[][], tagName: 'th' | 'td') =>
    makeElement(
      'tr',
      {},
      rowCells.map((cellNodes) => makeElement(tagName, {}, renderInlines(cellNodes))),
    )
  // An item of one paragraph needs no paragraph of its own.
  const renderItem = ([first, ...rest]: readonly MarkupBlock[]): (T | string)[] =>
    first?.kind === 'paragraph'
      ? [...renderInlines(first.children), ...rest.map(renderBlock)]
      : [...(first ? [renderBlock(first)] : []), ...rest.map(renderBlock)]
  const renderBlock = (markupBlock: MarkupBlock): T => {
    if (markupBlock.kind === 'paragraph')
      return makeElement(
        'p',
        isVideo(markupBlock) ? { 'data-sign': VIDEO_SIGN } : {},
        renderInlines(markupBlock.children),
      )
    if (markupBlock.kind === 'heading')
      return makeElement(markupBlock.level < 3 ? 'h3' : 'h4', {}, renderInlines(markupBlock.children))
    if (markupBlock.kind === 'code') return makeElement('pre', {}, [makeElement('code', {}, [markupBlock.text])])
    if (markupBlock.kind === 'callout')
      return makeElement(
        'div',
        { role: 'note', 'data-sign': CALLOUT_SIGNS[markupBlock.tone] },
        markupBlock.children.map(renderBlock),
      )
    if (markupBlock.kind === 'table')
      return makeElement('table', {}, [
        makeElement('thead', {}, [renderRow(markupBlock.header, 'th')]),
        makeElement(
          'tbody',
          {},
          markupBlock.rows.map((rowCells) => renderRow(rowCells, 'td')),
        ),
      ])
    const attributes = markupBlock.ordered && markupBlock.start !== 1 ? { start: markupBlock.start } : {}
    return makeElement(
      markupBlock.ordered ? 'ol' : 'ul',
      attributes,
      markupBlock.items.map((listItem) => makeElement('li', {}, renderItem(listItem))),
    )
  }
  return blocks.map(renderBlock)
}

const ESCAPE_OF_CHARACTER: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeText = (plainText: string) => plainText.replace(/[&<>"']/gu, (character) => ESCAPE_OF_CHARACTER[character]!)

/** HTML that is safe to insert: elements and attributes come from `renderMarkup` alone, all else is escaped. */
export function markupToHtml(blocks: readonly MarkupBlock[]): string {
  interface HtmlMarkup {
    html: string
  }
  const writeChildren = (children: readonly (HtmlMarkup | string)[]) =>
    children.map((childNode) => (typeof childNode === 'string' ? escapeText(childNode) : childNode.html)).join('')
  const makeHtml: MakeElement<HtmlMarkup> = (tagName, attributes, children) => {
    const writtenAttributes = Object.entries(attributes).map(
      ([name, value]) => ` ${name}="${escapeText(String(value))}"`,
    )
    const openingTag = `<${tagName}${writtenAttributes.join('')}>`
    return {
      html: tagName === 'br' || tagName === 'img' ? openingTag : `${openingTag}${writeChildren(children)}</${tagName}>`,
    }
  }
  return writeChildren(renderMarkup(blocks, makeHtml))
}
