import { Editor } from '@tiptap/core'
import { type Node as ProseMirrorNode, Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { answerDocument, documentAnswer } from '../../domain/document/answer-document.ts'
import type { DocumentNode } from '../../domain/document/document-node.ts'
import { answerExtensions } from './editor-schema.ts'
import { cleanPastedHtml } from './pasted-html.ts'
import { imagesIn } from './use-image-upload.ts'

const answerOf = (node: ProseMirrorNode) => documentAnswer(node.toJSON() as DocumentNode)

/** Selection of a field that had the focus: the cursor at the end, or everything. */
export type FocusedText = 'end' | 'all' | null

interface AnswerEditorOptions {
  /** The answer as Markdown. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** @returns true when the key was used */
  onKeyDown: (editor: Editor, event: KeyboardEvent) => boolean
  /** Read when the editor is made: it takes over focus and selection. */
  focused: RefObject<FocusedText>
  /** Images were pasted or dropped. */
  onImages: (editor: Editor, files: File[]) => void
  /** Attributes of the text field; they change with its state. */
  attributes: () => Record<string, string>
}

/** An editor for Markdown. It writes only what was changed: an answer that is opened and closed stays as it was. */
export function useAnswerEditor({ value, onChange, onBlur, onKeyDown, ...options }: AnswerEditorOptions) {
  const { focused, onImages, attributes } = options
  const container = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  /** The answer that was put into the editor, how the editor would write it, and the answer as it is now. */
  const shown = useRef({ given: value, written: '', value })

  const changed = useEffectEvent((answer: string) => {
    const { current } = shown
    current.value = answer === current.written ? current.given : answer
    if (current.value !== value) onChange(current.value)
  })
  const pressed = useEffectEvent(onKeyDown)
  const left = useEffectEvent(onBlur)
  const imagesGiven = useEffectEvent(onImages)

  // Before the browser handles the next key: it belongs to the editor already.
  useLayoutEffect(() => {
    const takeImages = (data: DataTransfer | null): boolean => {
      const files = imagesIn(data)
      if (files.length > 0) imagesGiven(created, files)
      return files.length > 0
    }
    const created = new Editor({
      element: container.current,
      // Its style sheet would violate the content security policy; `answer-editor.css` has the rules.
      injectCSS: false,
      extensions: answerExtensions(),
      content: answerDocument(shown.current.value),
      editorProps: {
        transformPastedHTML: cleanPastedHtml,
        clipboardTextParser: (text, _context, _plain, view) => sliceOf(text, view),
        clipboardTextSerializer: ({ content }) =>
          documentAnswer({ type: 'doc', content: (content.toJSON() ?? []) as DocumentNode[] }),
        handleKeyDown: (_view, event) => pressed(created, event),
        handlePaste: (_view, event) => takeImages(event.clipboardData),
        handleDrop: (view, event, _slice, isMoved) => {
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (isMoved || imagesIn(event.dataTransfer).length === 0) return false
          if (place) created.commands.setTextSelection(place.pos)
          return takeImages(event.dataTransfer)
        },
        handleDOMEvents: { beforeinput: insertMarkup, keydown: readSelection },
      },
      onUpdate: ({ editor: { state } }) => changed(answerOf(state.doc)),
      onBlur: () => left(),
      onTransaction: redraw,
    })
    shown.current.written = answerOf(created.state.doc)
    setEditor(created)
    if (focused.current) {
      if (focused.current === 'all') created.commands.selectAll()
      else created.commands.setTextSelection(created.state.doc.content.size)
      created.view.focus()
    }
    focused.current = null
    return () => created.destroy()
  }, [focused])

  // Another text was put into the form: a restored draft, an earlier version.
  useEffect(() => {
    if (!editor || value === shown.current.value) return
    editor.commands.setContent(answerDocument(value), { emitUpdate: false })
    shown.current = { given: value, written: answerOf(editor.state.doc), value }
  }, [editor, value])

  useAttributes(editor, attributes)
  return { editor, container }
}

/**
 * Text that comes in one piece without the clipboard, from dictation or a tool that fills in forms, is read as Markdown
 * like pasted text: typed by hand, its signs would have become formatting one by one.
 * @returns true when it was inserted here
 */
function insertMarkup(view: EditorView, event: InputEvent): boolean {
  const { data, inputType } = event
  const [range] = event.getTargetRanges()
  if (inputType !== 'insertText' || !data || data.length < 2 || !range || event.isComposing) return false
  const from = view.posAtDOM(range.startContainer, range.startOffset)
  const to = view.posAtDOM(range.endContainer, range.endOffset)
  const place = view.state.doc.resolve(from)
  const slice = sliceOf(data, view)
  const { content } = slice
  const isPlain =
    content.childCount === 1 && content.firstChild?.childCount === 1 && content.firstChild.textContent === data
  if (place.parent.type.spec.code || isPlain) return false
  event.preventDefault()
  view.dispatch(view.state.tr.replaceRange(from, to, slice).scrollIntoView())
  return true
}

/**
 * The browser announces a changed selection after the key that changed it: a shortcut that follows at once would still
 * apply to the previous one.
 */
function readSelection(view: EditorView, event: KeyboardEvent): void {
  const selected = document.getSelection()
  const { state } = view
  if (!event.ctrlKey && !event.metaKey) return
  if (view.composing || !(state.selection instanceof TextSelection) || !selected?.anchorNode || !selected.focusNode)
    return
  if (!view.dom.contains(selected.anchorNode) || !view.dom.contains(selected.focusNode)) return
  const anchor = view.posAtDOM(selected.anchorNode, selected.anchorOffset)
  const head = view.posAtDOM(selected.focusNode, selected.focusOffset)
  if (anchor === state.selection.anchor && head === state.selection.head) return
  view.dispatch(state.tr.setSelection(TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head))))
}

/** Pasted text is read as Markdown, like a stored answer. */
function sliceOf(text: string, view: EditorView): Slice {
  const { content } = view.state.schema.nodeFromJSON(answerDocument(text))
  return Slice.maxOpen(content)
}

function useAttributes(editor: Editor | null, attributes: () => Record<string, string>): void {
  useEffect(() => {
    if (!editor) return
    const { dom } = editor.view
    const current = attributes()
    for (const [name, value] of Object.entries(current)) dom.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(current)) dom.removeAttribute(name)
    }
  })
}
