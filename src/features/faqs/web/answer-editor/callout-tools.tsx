import type { Editor } from '@tiptap/core'
import { SquareX } from 'lucide-react'
import { CALLOUT_TONES } from '../../domain/answer-markup.ts'
import { TONE_ICONS, TONE_NAMES, toggleCallout } from './callout-tones.ts'
import { ToolButton } from './tool-button.tsx'

/** Shown while the cursor is in a callout. */
export function CalloutTools({ editor }: { editor: Editor }) {
  return (
    <>
      {CALLOUT_TONES.filter((tone) => tone !== 'note').map((tone) => (
        <ToolButton
          key={tone}
          label={TONE_NAMES[tone]}
          icon={TONE_ICONS[tone]}
          pressed={editor.isActive('callout', { tone })}
          onClick={() => toggleCallout(editor, tone)}
        />
      ))}
      <ToolButton label="Remove callout" icon={SquareX} onClick={() => editor.chain().focus().lift('callout').run()} />
    </>
  )
}
