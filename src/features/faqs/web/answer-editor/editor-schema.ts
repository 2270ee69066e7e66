import { type Extensions, mergeAttributes } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Heading } from '@tiptap/extension-heading'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { AnswerCallout } from './callout-node.ts'
import { AnswerImage } from './image-node.ts'
import { VideoCards } from './video-cards.ts'

const WEB_ADDRESS = /^https?:\/\/[^\s<>"'`\\@]+$/iu
const MAIL_ADDRESS = /^mailto:[\w.+%-]+@[\w.-]+$/iu

/** True for addresses that visitors are given as links. */
export const isLinkAddress = (linkAddress: string): boolean =>
  WEB_ADDRESS.test(linkAddress) || MAIL_ADDRESS.test(linkAddress)

/** Headings as visitors see them: two sizes below the question. The level that was written is kept. */
const AnswerHeading = Heading.extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((headingLevel) => ({
      tag: `h${headingLevel}`,
      getAttrs: (htmlElement) => ({ level: Number(htmlElement.dataset.level ?? headingLevel) }),
    })),
  renderHTML: ({ node, HTMLAttributes }) => [
    Number(node.attrs.level) < 3 ? 'h3' : 'h4',
    mergeAttributes(HTMLAttributes, { 'data-level': node.attrs.level }),
    0,
  ],
})

const AnswerTable = Table.extend({
  // Without widths: a style attribute would violate the content security policy.
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      // From the last cell the Tab key leads out: a table must not hold the keyboard.
      Tab: () => this.editor.commands.goToNextCell(),
    }
  },
})

/** The schema of an answer: the markup that visitors are shown, and nothing else. */
export const answerExtensions = (): Extensions => [
  StarterKit.configure({
    blockquote: false,
    code: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    dropcursor: { color: 'currentColor' },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isLinkAddress,
      shouldAutoLink: isLinkAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  // Bold code is read as such, so it can be written.
  Code.extend({ excludes: '' }),
  AnswerCallout,
  AnswerHeading,
  AnswerImage,
  AnswerTable.configure({ View: null }),
  TableRow,
  TableHeader.extend({ content: 'paragraph+' }),
  TableCell.extend({ content: 'paragraph+' }),
  VideoCards,
]
