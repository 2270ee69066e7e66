import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isVideoAddress, VIDEO_SIGN } from '../../domain/answer-markup.ts'

/** The address that a paragraph consists of as one link; undefined for other paragraphs. */
function onlyLink(paragraph: Node): string | undefined {
  const paragraphLinks = paragraph.children.map(
    ({ marks }) => marks.find(({ type }) => type.name === 'link')?.attrs.href,
  )
  return paragraphLinks.every((linkAddress) => linkAddress === paragraphLinks[0]) ? paragraphLinks[0] : undefined
}

function cardsIn(document: Node): DecorationSet {
  const videoCards: Decoration[] = []
  document.descendants((documentNode, position, parentNode) => {
    const isParagraph =
      documentNode.type.name === 'paragraph' && (parentNode === document || parentNode?.type.name === 'callout')
    const linkAddress = isParagraph && onlyLink(documentNode)
    if (linkAddress && isVideoAddress(linkAddress))
      videoCards.push(Decoration.node(position, position + documentNode.nodeSize, { 'data-sign': VIDEO_SIGN }))
    return !documentNode.isTextblock
  })
  return DecorationSet.create(document, videoCards)
}

/** Shows links to videos as the cards that visitors see. */
export const VideoCards = Extension.create({
  name: 'videoCards',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => cardsIn(doc),
        apply: (transaction, videoCards) => (transaction.docChanged ? cardsIn(transaction.doc) : videoCards),
      },
      props: {
        decorations(editorState) {
          return this.getState(editorState)
        },
      },
    }),
  ],
})
