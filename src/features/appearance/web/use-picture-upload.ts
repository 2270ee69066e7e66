import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { type Appearance, PICTURE_HINT, PICTURE_MAX_BYTES, PICTURE_TYPES, type PictureKind } from '../contract.ts'
import type { LookEditing } from './use-look-editing.ts'

export const PICTURE_RULES = { types: PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES, hint: PICTURE_HINT }

/** Name of an upload, and the fields that it decides. */
const KINDS: Record<PictureKind, { name: string; fields: readonly (keyof Appearance)[] }> = {
  logo: { name: 'Logo', fields: ['logo_url'] },
  logo_dark: { name: 'Logo', fields: ['logo_dark_url'] },
  favicon: { name: 'Icon', fields: ['favicon_url'] },
  header: { name: 'Header image', fields: ['header_bg_image_url', 'header_bg_type'] },
}

/** Uploads an image, which is shown at once; other edits are not affected. */
export function usePictureUpload(editing: LookEditing, kind: PictureKind) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const refuse = (reason: string) => {
    setError(reason)
    toastError('Failed to upload logo or header image')
  }

  async function upload(file: File) {
    setBusy(true)
    setError(undefined)
    try {
      const look = await client.appearance.uploadPicture({ kind, file })
      const { name, fields } = KINDS[kind]
      editing.uploaded(look, fields)
      toast({ title: 'Success', message: `${name} uploaded successfully` })
    } catch (failure) {
      refuse(messageOf(failure))
    }
    setBusy(false)
  }

  return {
    busy,
    error,
    choose: (choice: { file: File } | { refused: string }) =>
      'file' in choice ? void upload(choice.file) : refuse(choice.refused),
  }
}
