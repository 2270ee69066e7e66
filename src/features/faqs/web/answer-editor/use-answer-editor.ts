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

const answerOf = (documentNode: ProseMirrorNode) => documentAnswer(documentNode.toJSON() as DocumentNode)

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
  const shownAnswer = useRef({ given: value, written: '', value })

  const onAnswerChange = useEffectEvent((answerMarkdown: string) => {
    const { current } = shownAnswer
    current.value = answerMarkdown === current.written ? current.given : answerMarkdown
    if (current.value !== value) onChange(current.value)
  })
  const onKeyPress = useEffectEvent(onKeyDown)
  const onLeave = useEffectEvent(onBlur)
  const imagesGiven = useEffectEvent(onImages)

  // Before the browser handles the next key: it belongs to the editor already.
  useLayoutEffect(() => {
    const takeImages = (transferredData: DataTransfer | null): boolean => {
      const imageFiles = imagesIn(transferredData)
      if (imageFiles.length > 0) imagesGiven(createdEditor, imageFiles)
      return imageFiles.length > 0
    }
    const createdEditor = new Editor({
      element: container.current,
      // Its style sheet would violate the content security policy; `answer-editor.css` has the rules.
      injectCSS: false,
      extensions: answerExtensions(),
      content: answerDocument(shownAnswer.current.value),
      editorProps: {
        transformPastedHTML: cleanPastedHtml,
        clipboardTextParser: (pastedText, _context, _plain, editorView) => sliceOf(pastedText, editorView),
        clipboardTextSerializer: ({ content }) =>
          documentAnswer({ type: 'doc', content: (content.toJSON() ?? []) as DocumentNode[] }),
        handleKeyDown: (_view, inputEvent) => onKeyPress(createdEditor, inputEvent),
        handlePaste: (_view, inputEvent) => takeImages(inputEvent.clipboardData),
        handleDrop: (editorView, inputEvent, _slice, isMoved) => {
          const dropPlace = editorView.posAtCoords({ left: inputEvent.clientX, top: inputEvent.clientY })
          if (isMoved || imagesIn(inputEvent.dataTransfer).length === 0) return false
          if (dropPlace) createdEditor.commands.setTextSelection(dropPlace.pos)
          return takeImages(inputEvent.dataTransfer)
        },
        handleDOMEvents: { beforeinput: insertMarkup, keydown: readSelection },
      },
      onUpdate: ({ editor: { state } }) => onAnswerChange(answerOf(state.doc)),
      onBlur: () => onLeave(),
      onTransaction: redraw,
    })
    shownAnswer.current.written = answerOf(createdEditor.state.doc)
    setEditor(createdEditor)
    if (focused.current) {
      if (focused.current === 'all') createdEditor.commands.selectAll()
      else createdEditor.commands.setTextSelection(createdEditor.state.doc.content.size)
      createdEditor.view.focus()
    }
    focused.current = null
    return () => createdEditor.destroy()
  }, [focused])

  // Another text was put into the form: a restored draft, an earlier version.
  useEffect(() => {
    if (!editor || value === shownAnswer.current.value) return
    editor.commands.setContent(answerDocument(value), { emitUpdate: false })
    shownAnswer.current = { given: value, written: answerOf(editor.state.doc), value }
  }, [editor, value])

  useAttributes(editor, attributes)
  return { editor, container }
}

/**
 * Text that comes in one piece without the clipboard, from dictation or a tool that fills in forms, is read as Markdown
 * like pasted text: typed by hand, its signs would have become formatting one by one.
 * @returns true when it was inserted here
 */
function insertMarkup(editorView: EditorView, inputEvent: InputEvent): boolean {
  const { data, inputType } = inputEvent
  const [range] = inputEvent.getTargetRanges()
  if (inputType !== 'insertText' || !data || data.length < 2 || !range || inputEvent.isComposing) return false
  const rangeStart = editorView.posAtDOM(range.startContainer, range.startOffset)
  const rangeEnd = editorView.posAtDOM(range.endContainer, range.endOffset)
  const startPosition = editorView.state.doc.resolve(rangeStart)
  const markupSlice = sliceOf(data, editorView)
  const { content } = markupSlice
  const isPlainText =
    content.childCount === 1 && content.firstChild?.childCount === 1 && content.firstChild.textContent === data
  if (startPosition.parent.type.spec.code || isPlainText) return false
  inputEvent.preventDefault()
  editorView.dispatch(editorView.state.tr.replaceRange(rangeStart, rangeEnd, markupSlice).scrollIntoView())
  return true
}

/**
 * The browser announces a changed selection after the key that changed it: a shortcut that follows at once would still
 * apply to the previous one.
 */
function readSelection(editorView: EditorView, inputEvent: KeyboardEvent): void {
  const selected = document.getSelection()
  const { state } = editorView
  if (!inputEvent.ctrlKey && !inputEvent.metaKey) return
  if (
    editorView.composing ||
    !(state.selection instanceof TextSelection) ||
    !selected?.anchorNode ||
    !selected.focusNode
  )
    return
  if (!editorView.dom.contains(selected.anchorNode) || !editorView.dom.contains(selected.focusNode)) return
  const anchorPosition = editorView.posAtDOM(selected.anchorNode, selected.anchorOffset)
  const headPosition = editorView.posAtDOM(selected.focusNode, selected.focusOffset)
  if (anchorPosition === state.selection.anchor && headPosition === state.selection.head) return
  editorView.dispatch(
    state.tr.setSelection(TextSelection.between(state.doc.resolve(anchorPosition), state.doc.resolve(headPosition))),
  )
}

/** Pasted text is read as Markdown, like a stored answer. */
function sliceOf(pastedText: string, editorView: EditorView): Slice {
  const { content } = editorView.state.schema.nodeFromJSON(answerDocument(pastedText))
  return Slice.maxOpen(content)
}

function useAttributes(answerEditor: Editor | null, attributes: () => Record<string, string>): void {
  useEffect(() => {
    if (!answerEditor) return
    const { dom } = answerEditor.view
    const currentAttributes = attributes()
    for (const [name, value] of Object.entries(currentAttributes)) dom.setAttribute(name, value)
    return () => {
      for (const attributeName of Object.keys(currentAttributes)) dom.removeAttribute(attributeName)
    }
  })
}
