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
export function renderMarkup<T>(blocks: readonly MarkupBlock[], make: MakeElement<T>): (T | string)[] {
  const inlines = (list: readonly MarkupInline[]): (T | string)[] => list.map(inline)
  const inline = (one: MarkupInline): T | string => {
    if (one.kind === 'text') return one.text
    if (one.kind === 'break') return make('br', {}, [])
    if (one.kind === 'code') return make('code', {}, [one.text])
    if (one.kind === 'image') {
      const { kind: _, ...image } = one
      return make('img', { ...image, loading: 'lazy' }, [])
    }
    if (one.kind !== 'link') return make(one.kind === 'strong' ? 'strong' : 'em', {}, inlines(one.children))
    return make('a', { href: one.href, target: '_blank', rel: 'noopener nofollow' }, inlines(one.children))
  }
  const row = (cells: readonly MarkupInline[][], tag: 'th' | 'td') =>
    make(
      'tr',
      {},
      cells.map((cell) => make(tag, {}, inlines(cell))),
    )
  // An item of one paragraph needs no paragraph of its own.
  const item = ([first, ...rest]: readonly MarkupBlock[]): (T | string)[] =>
    first?.kind === 'paragraph'
      ? [...inlines(first.children), ...rest.map(block)]
      : [...(first ? [block(first)] : []), ...rest.map(block)]
  const block = (one: MarkupBlock): T => {
    if (one.kind === 'paragraph')
      return make('p', isVideo(one) ? { 'data-sign': VIDEO_SIGN } : {}, inlines(one.children))
    if (one.kind === 'heading') return make(one.level < 3 ? 'h3' : 'h4', {}, inlines(one.children))
    if (one.kind === 'code') return make('pre', {}, [make('code', {}, [one.text])])
    if (one.kind === 'callout')
      return make('div', { role: 'note', 'data-sign': CALLOUT_SIGNS[one.tone] }, one.children.map(block))
    if (one.kind === 'table')
      return make('table', {}, [
        make('thead', {}, [row(one.header, 'th')]),
        make(
          'tbody',
          {},
          one.rows.map((cells) => row(cells, 'td')),
        ),
      ])
    const attributes = one.ordered && one.start !== 1 ? { start: one.start } : {}
    return make(
      one.ordered ? 'ol' : 'ul',
      attributes,
      one.items.map((entry) => make('li', {}, item(entry))),
    )
  }
  return blocks.map(block)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/gu, (character) => ESCAPES[character]!)

/** HTML that is safe to insert: elements and attributes come from `renderMarkup` alone, all else is escaped. */
export function markupToHtml(blocks: readonly MarkupBlock[]): string {
  interface Html {
    html: string
  }
  const write = (children: readonly (Html | string)[]) =>
    children.map((child) => (typeof child === 'string' ? escaped(child) : child.html)).join('')
  const make: MakeElement<Html> = (tag, attributes, children) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    const open = `<${tag}${written.join('')}>`
    return { html: tag === 'br' || tag === 'img' ? open : `${open}${write(children)}</${tag}>` }
  }
  return write(renderMarkup(blocks, make))
}
