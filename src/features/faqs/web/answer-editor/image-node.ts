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
      getAttrs: (imageElement) => {
        // Pasted HTML has inert addresses.
        const imageAddress = imageElement.dataset.src ?? imageElement.getAttribute('src') ?? ''
        return ownImage(imageAddress) !== null && { src: imageAddress, alt: imageElement.getAttribute('alt') ?? '' }
      },
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const imageSize = ownImage(String(node.attrs.src))
    return [
      'img',
      mergeAttributes(HTMLAttributes, imageSize ? { width: imageSize.width, height: imageSize.height } : {}),
    ]
  },
})
