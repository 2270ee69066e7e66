import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import type { ImageUpload } from './use-image-upload.ts'

const DESCRIPTION_MAX = 300

/** Position and description of the image that is selected. */
function selectedImage({ state: { selection } }: Editor): { at: number; src: string; alt: string } | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null
  return { at: selection.from, src: String(selection.node.attrs.src), alt: String(selection.node.attrs.alt) }
}

/** Asks what the selected image shows; a new one has no description yet. */
function DescriptionField({ editor, alt, at }: { editor: Editor; alt: string; at: number }) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const isNew = useRef(alt === '')
  useEffect(() => {
    if (isNew.current) input.current?.focus()
  }, [])
  // This step keeps the image selected, which replacing it would not.
  const describe = (text: string) =>
    editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(at, 'alt', text)
      return true
    })
  // The editor has the focus before this field is gone: the dialog would take it.
  const leave = (change: () => void) => {
    editor.view.focus()
    change()
  }
  const finish = () => leave(() => editor.commands.setTextSelection(at + 1))
  return (
    <div className="border-b border-line bg-sunken px-2 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          ref={input}
          aria-label="Image description"
          aria-describedby={id}
          autoComplete="off"
          maxLength={DESCRIPTION_MAX}
          placeholder="What does the image show?"
          value={alt}
          onChange={({ target }) => describe(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            finish()
          }}
          className="min-w-40 flex-1"
        />
        <Button size="sm" onClick={finish}>
          Done
        </Button>
        <Button size="sm" variant="ghost" onClick={() => leave(() => editor.commands.deleteSelection())}>
          Remove image
        </Button>
      </div>
      <p id={id} className="mt-1.5 text-sm text-ink-faint">
        Screen readers read the description out, and search finds its words.
      </p>
    </div>
  )
}

/** The state of uploads, and the description of the selected image. */
export function ImageBar({ editor, upload }: { editor: Editor; upload: ImageUpload }) {
  const image = selectedImage(editor)
  const { uploading, error } = upload
  return (
    <>
      {uploading > 0 && (
        <p role="status" className="border-b border-line bg-sunken px-3 py-2 text-sm text-ink-soft">
          Uploading {uploading === 1 ? 'the image' : `${uploading} images`}…
        </p>
      )}
      {error && (
        <div className="flex items-center justify-between gap-2 border-b border-line bg-sunken px-3 py-1.5">
          <p role="alert" className="text-sm text-bad">
            {error}
          </p>
          <div className="flex shrink-0 gap-1">
            {upload.retry && (
              <Button size="sm" onClick={() => void upload.retry?.(editor)}>
                Retry
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={upload.dismiss}>
              Dismiss
            </Button>
          </div>
        </div>
      )}
      {image && <DescriptionField key={`${image.at} ${image.src}`} editor={editor} alt={image.alt} at={image.at} />}
    </>
  )
}
