import { useEffect, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { type CropView, type ImageSize, keepInside, MAX_ZOOM, relativeCrop, WHOLE_IMAGE } from '../../domain/crop.ts'
import { profileChanged } from '../session.ts'
import { CropSquare } from './crop-square.tsx'

export interface CropDialogProps {
  file: File
  onClose: () => void
  /** The file's name promised a picture, its content is none. */
  onUnreadable: () => void
}

/** Choose the part of a picture that becomes the avatar. */
export default function CropDialog({ file, onClose, onUnreadable }: CropDialogProps) {
  const [address, setAddress] = useState<string>()
  const [picture, setPicture] = useState<ImageSize>()
  const [view, setView] = useState<CropView>(WHOLE_IMAGE)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const save = async () => {
    if (!picture) return
    setBusy(true)
    try {
      profileChanged(await client.accounts.setAvatar({ file, crop: relativeCrop(picture, view) }))
      toast({ message: 'Profile updated successfully' })
      onClose()
    } catch (error) {
      toastError(messageOf(error, 'Failed to update profile'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissable={!busy}
      size="sm"
      title="Crop your picture"
      description="Drag the picture, or use the arrow keys, until the circle shows the part you want."
      footer={
        <DialogActions
          confirm="Save picture"
          busy={busy}
          holdWhileBusy
          disabled={!picture}
          onCancel={onClose}
          onConfirm={save}
        />
      }
    >
      {address && (
        <CropSquare
          address={address}
          picture={picture}
          view={view}
          onLoaded={setPicture}
          onUnreadable={onUnreadable}
          onView={setView}
        />
      )}
      <label className="mx-auto mt-4 flex w-64 items-center gap-3 text-sm font-medium">
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={view.zoom}
          disabled={!picture}
          onChange={(event) => picture && setView(keepInside(picture, { ...view, zoom: Number(event.target.value) }))}
          className="h-6 min-w-0 flex-1 accent-focus"
        />
      </label>
    </Dialog>
  )
}
