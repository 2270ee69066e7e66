import type { MarkupInline } from './blocks.ts'
import { isDeceptive } from './links.ts'
import { ownImage } from './own-images.ts'

/** Adds to the list; adjacent texts become one. */
export function append(list: MarkupInline[], inline: MarkupInline): void {
  const last = list.at(-1)
  if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text
  else list.push(inline.kind === 'text' ? { ...inline } : inline)
}

export function linkTo(href: string, label: MarkupInline[]): MarkupInline {
  const children = withoutLinks(label)
  return {
    kind: 'link',
    href,
    children: isDeceptive(wordsOf(children), href) ? [{ kind: 'text', text: href }] : children,
  }
}

/** Links do not nest. */
function withoutLinks(list: MarkupInline[]): MarkupInline[] {
  const out: MarkupInline[] = []
  for (const inline of list) for (const one of inline.kind === 'link' ? inline.children : [inline]) append(out, one)
  return out
}

/** The words of inline markup, those of images included; line breaks kept. */
export const wordsOf = (list: readonly MarkupInline[]): string =>
  list
    .map((inline) => {
      if (inline.kind === 'break') return '\n'
      if (inline.kind === 'image') return inline.alt
      return 'text' in inline ? inline.text : wordsOf(inline.children)
    })
    .join('')

/** An image where the address is one of ours, with its description on one line; null for any other address. */
export function imageAt(src: string, description: string): MarkupInline | null {
  const size = ownImage(src)
  if (!size) return null
  return { kind: 'image', src, alt: description.replace(/\s+/gu, ' ').trim(), width: size.width, height: size.height }
}

/** Without white space and breaks at its ends. */
export function trimmed(list: MarkupInline[]): MarkupInline[] {
  while (list[0] && isSpace(list[0])) list.shift()
  while (list.length > 0 && isSpace(list.at(-1)!)) list.pop()
  const [first] = list
  const last = list.at(-1)
  if (first?.kind === 'text') first.text = first.text.trimStart()
  if (last?.kind === 'text') last.text = last.text.trimEnd()
  return list
}

const isSpace = (inline: MarkupInline) =>
  inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === '')
