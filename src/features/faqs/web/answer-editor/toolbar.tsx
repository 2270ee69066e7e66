import { Toolbar as Base } from '@base-ui/react/toolbar'
import type { Editor } from '@tiptap/core'
import { Bold, Code, Italic, Link, Redo2, Undo2 } from 'lucide-react'
import { COMMAND_KEY } from '../../../../web/ui/kbd.tsx'
import { CalloutTools } from './callout-tools.tsx'
import { INSERTIONS } from './insertions.ts'
import { TableTools } from './table-tools.tsx'
import { ToolButton } from './tool-button.tsx'

/** Hidden on touch screens, so that all buttons fit on one line of a tablet. */
const Divider = () => <Base.Separator className="mx-1 h-5 w-px shrink-0 self-center bg-line coarse:hidden" />

/** Formatting, insertions, undo. One stop for the Tab key; the arrow keys move inside. */
export function EditorToolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const marks = [
    { label: 'Bold', icon: Bold, key: 'B', name: 'bold', run: () => editor.chain().focus().toggleBold().run() },
    { label: 'Italic', icon: Italic, key: 'I', name: 'italic', run: () => editor.chain().focus().toggleItalic().run() },
    { label: 'Link', icon: Link, key: 'K', name: 'link', run: onLink },
    { label: 'Code', icon: Code, key: 'E', name: 'code', run: () => editor.chain().focus().toggleCode().run() },
  ]
  return (
    <Base.Root
      aria-label="Formatting"
      className="flex flex-wrap items-center gap-0.5 rounded-t-lg coarse:gap-0 border-b border-line bg-sunken p-1"
    >
      {marks.map(({ label, icon, key, name, run }) => (
        <ToolButton
          key={name}
          label={label}
          icon={icon}
          shortcut={[COMMAND_KEY, key]}
          pressed={editor.isActive(name)}
          onClick={run}
        />
      ))}
      <Divider />
      {INSERTIONS.filter(({ inMenuOnly }) => !inMenuOnly).map((one) => (
        <ToolButton
          key={one.name}
          label={one.name}
          icon={one.icon}
          pressed={one.isActive(editor)}
          disabled={one.name === 'Table' && editor.isActive('table')}
          onClick={() => one.run(editor)}
        />
      ))}
      {editor.isActive('callout') && (
        <>
          <Divider />
          <CalloutTools editor={editor} />
        </>
      )}
      {editor.isActive('table') && (
        <>
          <Divider />
          <TableTools editor={editor} />
        </>
      )}
      <Divider />
      <ToolButton
        label="Undo"
        icon={Undo2}
        shortcut={[COMMAND_KEY, 'Z']}
        disabled={!editor.can().undo()}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <ToolButton
        label="Redo"
        icon={Redo2}
        shortcut={[COMMAND_KEY, '⇧', 'Z']}
        disabled={!editor.can().redo()}
        onClick={() => editor.chain().focus().redo().run()}
      />
    </Base.Root>
  )
}
