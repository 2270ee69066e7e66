import { lazy, Suspense, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Avatar } from '../../../../web/ui/avatar.tsx'
import { ImageField, unreadableImageMessage } from '../../../../web/ui/image-field.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { AVATAR_MAX_BYTES, AVATAR_TYPES, type Profile } from '../../contract.ts'
import { displayName, profileChanged } from '../session.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

const RULES = { types: AVATAR_TYPES, maxBytes: AVATAR_MAX_BYTES, hint: 'JPG, GIF or PNG. 1MB max.' }

export function AvatarField({ profile }: { profile: Profile }) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [removing, setRemoving] = useState(false)

  const remove = async () => {
    setRemoving(true)
    try {
      profileChanged(await client.accounts.removeAvatar())
      toast({ message: 'Profile updated successfully' })
    } catch (failure) {
      toastError(messageOf(failure, 'Failed to update profile'))
    } finally {
      setRemoving(false)
    }
  }

  return (
    <>
      <ImageField
        label="Profile picture"
        noun="picture"
        rules={RULES}
        picture={<Avatar name={displayName(profile)} src={profile.avatar_url} size="lg" />}
        present={profile.avatar_url !== null}
        error={error}
        removing={removing}
        onChoose={(choice) => {
          setError('refused' in choice ? choice.refused : undefined)
          if ('file' in choice) setFile(choice.file)
        }}
        onRemove={remove}
      />
      <Suspense>
        {file && (
          <CropDialog
            file={file}
            onClose={() => setFile(undefined)}
            onUnreadable={() => {
              setFile(undefined)
              setError(unreadableImageMessage(RULES))
            }}
          />
        )}
      </Suspense>
    </>
  )
}
