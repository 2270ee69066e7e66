import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isVideoAddress, VIDEO_SIGN } from '../../domain/answer-markup.ts'

/** The address that a paragraph consists of as one link; undefined for other paragraphs. */
function onlyLink(paragraph: Node): string | undefined {
  const links = paragraph.children.map(({ marks }) => marks.find(({ type }) => type.name === 'link')?.attrs.href)
  return links.every((href) => href === links[0]) ? links[0] : undefined
}

function cardsIn(document: Node): DecorationSet {
  const cards: Decoration[] = []
  document.descendants((node, position, parent) => {
    const isBlock = node.type.name === 'paragraph' && (parent === document || parent?.type.name === 'callout')
    const href = isBlock && onlyLink(node)
    if (href && isVideoAddress(href))
      cards.push(Decoration.node(position, position + node.nodeSize, { 'data-sign': VIDEO_SIGN }))
    return !node.isTextblock
  })
  return DecorationSet.create(document, cards)
}

/** Shows links to videos as the cards that visitors see. */
export const VideoCards = Extension.create({
  name: 'videoCards',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => cardsIn(doc),
        apply: (transaction, cards) => (transaction.docChanged ? cardsIn(transaction.doc) : cards),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})
