import type { Editor } from '@tiptap/core'
import { Info, Lightbulb, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { CalloutTone } from '../../domain/answer-markup.ts'

export const TONE_NAMES: Record<CalloutTone, string> = { note: 'Note', tip: 'Tip', warning: 'Warning' }
export const TONE_ICONS: Record<CalloutTone, LucideIcon> = { note: Info, tip: Lightbulb, warning: TriangleAlert }

/** Makes the selected blocks a callout, or changes the tone of the one around the cursor, or takes it away. */
export function toggleCallout(editor: Editor, tone: CalloutTone): void {
  const chain = editor.chain().focus()
  if (editor.isActive('callout', { tone })) chain.lift('callout').run()
  else if (editor.isActive('callout')) chain.updateAttributes('callout', { tone }).run()
  else chain.wrapIn('callout', { tone }).run()
}
