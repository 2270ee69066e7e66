import type { Editor } from '@tiptap/core'
import { Info, Lightbulb, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { CalloutTone } from '../../domain/answer-markup.ts'

export const TONE_NAMES: Record<CalloutTone, string> = { note: 'Note', tip: 'Tip', warning: 'Warning' }
export const TONE_ICONS: Record<CalloutTone, LucideIcon> = { note: Info, tip: Lightbulb, warning: TriangleAlert }

/** Makes the selected blocks a callout, or changes the tone of the one around the cursor, or takes it away. */
export function toggleCallout(answerEditor: Editor, calloutTone: CalloutTone): void {
  const focusedChain = answerEditor.chain().focus()
  if (answerEditor.isActive('callout', { tone: calloutTone })) focusedChain.lift('callout').run()
  else if (answerEditor.isActive('callout')) focusedChain.updateAttributes('callout', { tone: calloutTone }).run()
  else focusedChain.wrapIn('callout', { tone: calloutTone }).run()
}
