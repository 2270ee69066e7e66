import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { type Appearance, PICTURE_HINT, PICTURE_MAX_BYTES, PICTURE_TYPES, type PictureKind } from '../contract.ts'
import type { LookEditing } from './use-look-editing.ts'

export const PICTURE_RULES = { types: PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES, hint: PICTURE_HINT }

/** Name of an upload, and the fields that it decides. */
const PICTURE_KINDS: Record<PictureKind, { name: string; fields: readonly (keyof Appearance)[] }> = {
  logo: { name: 'Logo', fields: ['logo_url'] },
  logo_dark: { name: 'Logo', fields: ['logo_dark_url'] },
  favicon: { name: 'Icon', fields: ['favicon_url'] },
  header: { name: 'Header image', fields: ['header_bg_image_url', 'header_bg_type'] },
}

/** Uploads an image, which is shown at once; other edits are not affected. */
export function usePictureUpload(lookEditing: LookEditing, pictureKind: PictureKind) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const showFailure = (failureText: string) => {
    setError(failureText)
    toastError('Failed to upload logo or header image')
  }

  async function uploadPicture(pictureFile: File) {
    setBusy(true)
    setError(undefined)
    try {
      const updatedLook = await client.appearance.uploadPicture({ kind: pictureKind, file: pictureFile })
      const { name, fields } = PICTURE_KINDS[pictureKind]
      lookEditing.uploaded(updatedLook, fields)
      toast({ title: 'Success', message: `${name} uploaded successfully` })
    } catch (uploadError) {
      showFailure(messageOf(uploadError))
    }
    setBusy(false)
  }

  return {
    busy,
    error,
    choose: (pictureChoice: { file: File } | { refused: string }) =>
      'file' in pictureChoice ? void uploadPicture(pictureChoice.file) : showFailure(pictureChoice.refused),
  }
}
