import type { MarkupInline } from './blocks.ts'
import { isDeceptive } from './links.ts'

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

const wordsOf = (list: MarkupInline[]): string =>
  list
    .map((inline) => ('text' in inline ? inline.text : 'children' in inline ? wordsOf(inline.children) : ' '))
    .join('')

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
