import type { Editor } from '@tiptap/core'
import {
  Heading2,
  Heading3,
  ImagePlus,
  List,
  ListOrdered,
  type LucideIcon,
  Pilcrow,
  SquareCode,
  Table,
} from 'lucide-react'
import { CALLOUT_TONES } from '../../domain/answer-markup.ts'
import { TONE_ICONS, TONE_NAMES, toggleCallout } from './callout-tones.ts'

/** A kind of block that the toolbar and the slash menu offer. */
export interface Insertion {
  name: string
  /** Other words that find it in the slash menu. */
  words: string
  icon: LucideIcon
  /** Without a button of its own in the toolbar. */
  inMenuOnly?: boolean
  isActive: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

export const INSERTIONS: readonly Insertion[] = [
  {
    name: 'Text',
    words: 'paragraph plain',
    icon: Pilcrow,
    inMenuOnly: true,
    isActive: () => false,
    run: (answerEditor) => answerEditor.chain().focus().setParagraph().run(),
  },
  {
    name: 'Heading',
    words: 'title h2',
    icon: Heading2,
    isActive: (answerEditor) => answerEditor.isActive('heading', { level: 2 }),
    run: (answerEditor) => answerEditor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Subheading',
    words: 'title h3',
    icon: Heading3,
    isActive: (answerEditor) => answerEditor.isActive('heading', { level: 3 }),
    run: (answerEditor) => answerEditor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: 'Bulleted list',
    words: 'unordered ul points',
    icon: List,
    isActive: (answerEditor) => answerEditor.isActive('bulletList'),
    run: (answerEditor) => answerEditor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    words: 'ordered ol steps',
    icon: ListOrdered,
    isActive: (answerEditor) => answerEditor.isActive('orderedList'),
    run: (answerEditor) => answerEditor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Table',
    words: 'grid rows columns',
    icon: Table,
    isActive: (answerEditor) => answerEditor.isActive('table'),
    run: (answerEditor) => answerEditor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
  ...CALLOUT_TONES.map(
    (calloutTone): Insertion => ({
      name: TONE_NAMES[calloutTone],
      words: 'callout hint alert info',
      icon: TONE_ICONS[calloutTone],
      inMenuOnly: calloutTone !== 'note',
      isActive: (answerEditor) => answerEditor.isActive('callout', { tone: calloutTone }),
      run: (answerEditor) => toggleCallout(answerEditor, calloutTone),
    }),
  ),
  {
    name: 'Image',
    words: 'picture photo screenshot upload',
    icon: ImagePlus,
    isActive: () => false,
    run: (answerEditor) => answerEditor.storage.image.choose(),
  },
  {
    name: 'Code block',
    words: 'pre source',
    icon: SquareCode,
    isActive: (answerEditor) => answerEditor.isActive('codeBlock'),
    run: (answerEditor) => answerEditor.chain().focus().toggleCodeBlock().run(),
  },
]

export const matchingInsertions = (typedQuery: string): Insertion[] => {
  const wantedText = typedQuery.trim().toLowerCase()
  return INSERTIONS.filter(
    ({ name, words }) =>
      `${name} ${words}`
        .toLowerCase()
        .split(' ')
        .some((searchWord) => searchWord.startsWith(wantedText)) || name.toLowerCase().startsWith(wantedText),
  )
}
