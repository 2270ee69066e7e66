import type { MarkupInline } from './blocks.ts'
import { isDeceptive } from './links.ts'
import { ownImage } from './own-images.ts'

/** Adds to the list; adjacent texts become one. */
export function appendInline(inlineNodes: MarkupInline[], inlineNode: MarkupInline): void {
  const lastNode = inlineNodes.at(-1)
  if (inlineNode.kind === 'text' && lastNode?.kind === 'text') lastNode.text += inlineNode.text
  else inlineNodes.push(inlineNode.kind === 'text' ? { ...inlineNode } : inlineNode)
}

export function linkNodeTo(linkTarget: string, linkLabel: MarkupInline[]): MarkupInline {
  const children = withoutLinks(linkLabel)
  return {
    kind: 'link',
    href: linkTarget,
    children: isDeceptive(plainTextOf(children), linkTarget) ? [{ kind: 'text', text: linkTarget }] : children,
  }
}

/** Links do not nest. */
function withoutLinks(inlineNodes: MarkupInline[]): MarkupInline[] {
  const flatNodes: MarkupInline[] = []
  for (const inlineNode of inlineNodes)
    for (const innerNode of inlineNode.kind === 'link' ? inlineNode.children : [inlineNode])
      appendInline(flatNodes, innerNode)
  return flatNodes
}

/** The words of inline markup, those of images included; line breaks kept. */
export const plainTextOf = (inlineNodes: readonly MarkupInline[]): string =>
  inlineNodes
    .map((inlineNode) => {
      if (inlineNode.kind === 'break') return '\n'
      if (inlineNode.kind === 'image') return inlineNode.alt
      return 'text' in inlineNode ? inlineNode.text : plainTextOf(inlineNode.children)
    })
    .join('')

/** An image where the address is one of ours, with its description on one line; null for any other address. */
export function imageNodeAt(imageAddress: string, description: string): MarkupInline | null {
  const ownImageSize = ownImage(imageAddress)
  if (!ownImageSize) return null
  return {
    kind: 'image',
    src: imageAddress,
    alt: description.replace(/\s+/gu, ' ').trim(),
    width: ownImageSize.width,
    height: ownImageSize.height,
  }
}

/** Without white space and breaks at its ends. */
export function trimInlines(inlineNodes: MarkupInline[]): MarkupInline[] {
  while (inlineNodes[0] && isBlankText(inlineNodes[0])) inlineNodes.shift()
  while (inlineNodes.length > 0 && isBlankText(inlineNodes.at(-1)!)) inlineNodes.pop()
  const [first] = inlineNodes
  const lastNode = inlineNodes.at(-1)
  if (first?.kind === 'text') first.text = first.text.trimStart()
  if (lastNode?.kind === 'text') lastNode.text = lastNode.text.trimEnd()
  return inlineNodes
}

const isBlankText = (inlineNode: MarkupInline) =>
  inlineNode.kind === 'break' || (inlineNode.kind === 'text' && inlineNode.text.trim() === '')
