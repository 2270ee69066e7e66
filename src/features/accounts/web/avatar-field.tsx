import { lazy, Suspense, useId, useRef, useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { AVATAR_MAX_BYTES, AVATAR_TYPES, type Profile } from '../contract.ts'
import { displayName, profileChanged } from './session.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

const HINT = 'JPG, GIF or PNG. 1MB max.'
const types: readonly string[] = AVATAR_TYPES

/** Why a file cannot be the picture, or undefined. The server looks at its content, too. */
function refusal(file: File): string | undefined {
  if (!types.includes(file.type)) return `This is not a picture we can use. ${HINT}`
  return file.size > AVATAR_MAX_BYTES ? `This picture is too large. ${HINT}` : undefined
}

export function AvatarField({ profile }: { profile: Profile }) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()

  const choose = (chosen: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!chosen) return
    const refused = refusal(chosen)
    setError(refused)
    if (!refused) setFile(chosen)
  }

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
    <div className="flex items-center gap-4">
      <Avatar name={displayName(profile)} src={profile.avatar_url} size="lg" />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-describedby={hintId} onClick={() => input.current?.click()}>
            {profile.avatar_url ? 'Change picture' : 'Upload picture'}
          </Button>
          {profile.avatar_url && (
            <Button size="sm" variant="ghost" loading={removing} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
        <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
          {HINT}
        </p>
        {error && (
          <p role="alert" className="mt-1 text-sm text-bad">
            {error}
          </p>
        )}
        <input
          ref={input}
          type="file"
          aria-label="Profile picture"
          tabIndex={-1}
          accept={AVATAR_TYPES.join(',')}
          className="sr-only"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </div>
      <Suspense>
        {file && (
          <CropDialog
            file={file}
            onClose={() => setFile(undefined)}
            onUnreadable={() => {
              setFile(undefined)
              setError(`This file is not a picture we can read. ${HINT}`)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
