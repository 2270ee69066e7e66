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
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  {
    name: 'Heading',
    words: 'title h2',
    icon: Heading2,
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Subheading',
    words: 'title h3',
    icon: Heading3,
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: 'Bulleted list',
    words: 'unordered ul points',
    icon: List,
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    words: 'ordered ol steps',
    icon: ListOrdered,
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Table',
    words: 'grid rows columns',
    icon: Table,
    isActive: (editor) => editor.isActive('table'),
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
  ...CALLOUT_TONES.map(
    (tone): Insertion => ({
      name: TONE_NAMES[tone],
      words: 'callout hint alert info',
      icon: TONE_ICONS[tone],
      inMenuOnly: tone !== 'note',
      isActive: (editor) => editor.isActive('callout', { tone }),
      run: (editor) => toggleCallout(editor, tone),
    }),
  ),
  {
    name: 'Image',
    words: 'picture photo screenshot upload',
    icon: ImagePlus,
    isActive: () => false,
    run: (editor) => editor.storage.image.choose(),
  },
  {
    name: 'Code block',
    words: 'pre source',
    icon: SquareCode,
    isActive: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
]

export const matchingInsertions = (query: string): Insertion[] => {
  const wanted = query.trim().toLowerCase()
  return INSERTIONS.filter(
    ({ name, words }) =>
      `${name} ${words}`
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(wanted)) || name.toLowerCase().startsWith(wanted),
  )
}
