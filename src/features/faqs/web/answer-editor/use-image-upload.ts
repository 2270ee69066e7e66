import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { IMAGE_HINT, IMAGE_MAX_BYTES, IMAGE_TYPES } from '../../contract.ts'

const TYPES: readonly string[] = IMAGE_TYPES

/** Returns the images in pasted or dropped data. Word and Excel add a picture of copied text, which is not used. */
export function imagesIn(data: DataTransfer | null): File[] {
  const html = data?.getData('text/html') ?? ''
  const hasText = html.replace(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<[^>]*>/giu, '').trim() !== ''
  return hasText ? [] : [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

/** Why the server would refuse a file; null if it would not. */
const refusalOf = ({ name, type, size }: File): string | null =>
  TYPES.includes(type) && size <= IMAGE_MAX_BYTES ? null : `${name} cannot be used. Choose ${IMAGE_HINT}.`

/** Stores images and inserts them at the cursor, the last one selected so that it can be described. */
export function useImageUpload() {
  const [uploading, setUploading] = useState(0)
  const [error, setError] = useState<string | null>(null)
  /** Images whose upload can be tried again, unlike those that the server refused. */
  const [failed, setFailed] = useState<readonly File[]>([])

  async function addOne(editor: Editor, file: File) {
    const { url } = await client.faqs.uploadImage({ file })
    if (editor.isDestroyed) return
    const { to } = editor.state.selection
    // Without the focus, which the field for its description takes.
    editor.commands.insertContentAt(to, { type: 'image', attrs: { src: url, alt: '' } })
    // It is after the block if the cursor is in one without images, such as code.
    let inserted = -1
    editor.state.doc.descendants((node, position) => {
      if (node.type.name === 'image' && node.attrs.src === url) inserted = position
    })
    if (inserted >= 0) editor.commands.setNodeSelection(inserted)
  }

  async function add(editor: Editor, files: readonly File[]) {
    dismiss()
    setUploading((count) => count + files.length)
    for (const file of files) {
      const refusal = refusalOf(file)
      if (refusal) setError(refusal)
      else
        await addOne(editor, file).catch((failure: unknown) => {
          setError(messageOf(failure))
          if (failure instanceof ApiError && failure.temporary) setFailed((others) => [...others, file])
        })
      setUploading((count) => count - 1)
    }
  }
  function dismiss() {
    setError(null)
    setFailed([])
  }
  return {
    uploading,
    error,
    add,
    dismiss,
    /** Uploads the images that failed again; null if there are none. */
    retry: failed.length > 0 ? (editor: Editor) => add(editor, failed) : null,
  }
}

export type ImageUpload = ReturnType<typeof useImageUpload>
