import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { IMAGE_HINT, IMAGE_MAX_BYTES, IMAGE_TYPES } from '../../contract.ts'

const ACCEPTED_TYPES: readonly string[] = IMAGE_TYPES

/** Returns the images in pasted or dropped data. Word and Excel add a picture of copied text, which is not used. */
export function imagesIn(transferredData: DataTransfer | null): File[] {
  const transferredHtml = transferredData?.getData('text/html') ?? ''
  const hasText = transferredHtml.replace(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<[^>]*>/giu, '').trim() !== ''
  return hasText ? [] : [...(transferredData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

/** Why the server would refuse a file; null if it would not. */
const refusalOf = ({ name, type, size }: File): string | null =>
  ACCEPTED_TYPES.includes(type) && size <= IMAGE_MAX_BYTES ? null : `${name} cannot be used. Choose ${IMAGE_HINT}.`

/** Stores images and inserts them at the cursor, the last one selected so that it can be described. */
export function useImageUpload() {
  const [uploading, setUploading] = useState(0)
  const [error, setError] = useState<string | null>(null)
  /** Images whose upload can be tried again, unlike those that the server refused. */
  const [failed, setFailed] = useState<readonly File[]>([])

  async function addImage(answerEditor: Editor, imageFile: File) {
    const { url } = await client.faqs.uploadImage({ file: imageFile })
    if (answerEditor.isDestroyed) return
    const { to } = answerEditor.state.selection
    // Without the focus, which the field for its description takes.
    answerEditor.commands.insertContentAt(to, { type: 'image', attrs: { src: url, alt: '' } })
    // It is after the block if the cursor is in one without images, such as code.
    let inserted = -1
    answerEditor.state.doc.descendants((documentNode, position) => {
      if (documentNode.type.name === 'image' && documentNode.attrs.src === url) inserted = position
    })
    if (inserted >= 0) answerEditor.commands.setNodeSelection(inserted)
  }

  async function addImages(answerEditor: Editor, imageFiles: readonly File[]) {
    dismissFailures()
    setUploading((uploadCount) => uploadCount + imageFiles.length)
    for (const imageFile of imageFiles) {
      const fileRefusal = refusalOf(imageFile)
      if (fileRefusal) setError(fileRefusal)
      else
        await addImage(answerEditor, imageFile).catch((uploadFailure: unknown) => {
          setError(messageOf(uploadFailure))
          if (uploadFailure instanceof ApiError && uploadFailure.temporary)
            setFailed((otherFailures) => [...otherFailures, imageFile])
        })
      setUploading((uploadCount) => uploadCount - 1)
    }
  }
  function dismissFailures() {
    setError(null)
    setFailed([])
  }
  return {
    uploading,
    error,
    add: addImages,
    dismiss: dismissFailures,
    /** Uploads the images that failed again; null if there are none. */
    retry: failed.length > 0 ? (answerEditor: Editor) => addImages(answerEditor, failed) : null,
  }
}

export type ImageUpload = ReturnType<typeof useImageUpload>
