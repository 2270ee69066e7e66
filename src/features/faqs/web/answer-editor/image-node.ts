import { mergeAttributes, Node } from '@tiptap/core'
import { ownImage } from '../../domain/answer-markup.ts'

declare module '@tiptap/core' {
  interface Storage {
    image: { choose: () => void }
  }
}

/** An image of our own storage. Pasted images of other addresses are dropped: visitors are never shown them. */
export const AnswerImage = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' } }),
  /** Opens the dialog for files; the component around the editor sets it. */
  addStorage: () => ({ choose: () => {} }),
  parseHTML: () => [
    {
      tag: 'img',
      getAttrs: (element) => {
        // Pasted HTML has inert addresses.
        const src = element.dataset.src ?? element.getAttribute('src') ?? ''
        return ownImage(src) !== null && { src, alt: element.getAttribute('alt') ?? '' }
      },
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const size = ownImage(String(node.attrs.src))
    return ['img', mergeAttributes(HTMLAttributes, size ? { width: size.width, height: size.height } : {})]
  },
})
