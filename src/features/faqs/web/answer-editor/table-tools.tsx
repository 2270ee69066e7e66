import type { Editor } from '@tiptap/core'
import { BetweenHorizontalEnd, BetweenVerticalEnd, FoldHorizontal, FoldVertical, Trash2 } from 'lucide-react'
import { ToolButton } from './tool-button.tsx'

/** Shown while the cursor is in a table. */
export function TableTools({ editor }: { editor: Editor }) {
  const focused = () => editor.chain().focus()
  return (
    <>
      <ToolButton label="Add row" icon={BetweenHorizontalEnd} onClick={() => focused().addRowAfter().run()} />
      <ToolButton label="Add column" icon={BetweenVerticalEnd} onClick={() => focused().addColumnAfter().run()} />
      <ToolButton label="Delete row" icon={FoldVertical} onClick={() => focused().deleteRow().run()} />
      <ToolButton label="Delete column" icon={FoldHorizontal} onClick={() => focused().deleteColumn().run()} />
      <ToolButton label="Delete table" icon={Trash2} onClick={() => focused().deleteTable().run()} />
    </>
  )
}
