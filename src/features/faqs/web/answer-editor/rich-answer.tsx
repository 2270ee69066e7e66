import type { Editor } from '@tiptap/core'
import { type RefCallback, type RefObject, useEffect, useId, useRef, useState } from 'react'
import '../answer-markup.css'
import './answer-editor.css'
import { controlClasses } from '../../../../web/ui/field.tsx'
import { IMAGE_TYPES } from '../../contract.ts'
import { ImageBar } from './image-bar.tsx'
import { LinkBar } from './link-bar.tsx'
import { SlashMenu, useSlashMenu } from './slash-menu.tsx'
import { EditorToolbar } from './toolbar.tsx'
import { type FocusedText, useAnswerEditor } from './use-answer-editor.ts'
import { useImageUpload } from './use-image-upload.ts'

export interface RichAnswerProps {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** Gets what can be focused in place of an input. */
  focusRef: RefCallback<{ focus: () => void }>
  labelledBy: string
  describedBy: string | undefined
  invalid: boolean
  /** The height grows with the text, without an end. */
  tall: boolean
  /** Set by the field that takes its place until it has arrived. */
  focused: RefObject<FocusedText>
}

/** Text with formatting, written and read as Markdown. */
export default function RichAnswer({
  value,
  onChange,
  onBlur,
  focusRef,
  invalid,
  tall,
  focused,
  ...props
}: RichAnswerProps) {
  const menuId = useId()
  const [linking, setLinking] = useState(false)
  const upload = useImageUpload()
  const fileInput = useRef<HTMLInputElement>(null)
  const onKeyDown = (pressed: Editor, event: KeyboardEvent): boolean => {
    const { key } = event
    if (menu.onKeyDown(event)) return true
    if (!event.ctrlKey && !event.metaKey) {
      if (!event.altKey || key !== 'F10') return false
      container.current?.parentElement?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus()
      return true
    }
    // The form around the editor is sent.
    if (key === 'Enter') return true
    const letter = event.shiftKey || event.altKey ? '' : key.toLowerCase()
    if (letter !== 'b' && letter !== 'k') return false
    // Both have another meaning outside of texts.
    event.stopPropagation()
    if (letter === 'k') setLinking(true)
    else pressed.commands.toggleBold()
    return true
  }
  const { editor, container } = useAnswerEditor({
    value,
    onChange,
    onBlur,
    onKeyDown,
    focused,
    onImages: (target, files) => void upload.add(target, files),
    attributes: () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': props.labelledBy,
      ...(props.describedBy && { 'aria-describedby': props.describedBy }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...menu.attributes,
    }),
  })
  const menu = useSlashMenu(editor, menuId)

  useEffect(() => {
    if (editor) editor.storage.image.choose = () => fileInput.current?.click()
  }, [editor])
  useEffect(() => {
    if (editor) focusRef({ focus: () => editor.commands.focus() })
    return () => {
      focusRef(null)
    }
  }, [editor, focusRef])

  return (
    <div
      data-invalid={invalid || undefined}
      className={`${controlClasses} relative flex flex-col data-invalid:border-bad-line`}
    >
      <div
        ref={container}
        className={`answer-editor answer-markup overflow-y-auto rounded-b-lg text-base ${tall ? 'min-h-80' : 'max-h-[50dvh] min-h-36'}`}
      />
      {editor && <SlashMenu editor={editor} menu={menu} />}
      {/* Shown above the text, and after it for the Tab key: from the question it leads to writing. */}
      <div className="-order-1">
        {editor && <EditorToolbar editor={editor} onLink={() => setLinking(true)} />}
        {editor && <ImageBar editor={editor} upload={upload} />}
        <input
          ref={fileInput}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          multiple
          hidden
          onChange={({ target }) => {
            if (editor && target.files) void upload.add(editor, [...target.files])
            target.value = ''
          }}
        />
        {editor && linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
      </div>
    </div>
  )
}
