import { ImagePlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'

/** As the server takes them in; it looks at the content, too. */
const TYPES = ['image/png', 'image/jpeg']
const MAX_BYTES = 10 * 1024 * 1024
const HINT = 'PNG/JPG up to 10MB'

function refusal(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return `This is not a picture we can use. ${HINT}`
  return file.size > MAX_BYTES ? `This picture is too large. ${HINT}` : undefined
}

export interface LogoFieldProps {
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  disabled: boolean
}

/** Chooses a logo and shows it; it is uploaded with the form. */
export function LogoField({ file, onFileChange, disabled }: LogoFieldProps) {
  const [error, setError] = useState<string>()
  const [address, setAddress] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const choose = (chosen: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!chosen) return
    const refused = refusal(chosen)
    setError(refused)
    if (!refused) onFileChange(chosen)
  }
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">
        Logo <span className="font-normal text-ink-faint">(optional)</span>
      </p>
      <div className="flex items-center gap-4">
        <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line-strong bg-surface text-ink-faint">
          {address ? (
            <img
              src={address}
              alt="The chosen logo"
              onError={() => {
                onFileChange(undefined)
                setError(`This file is not a picture we can read. ${HINT}`)
              }}
              className="size-full object-contain"
            />
          ) : (
            <ImagePlus size={20} aria-hidden="true" />
          )}
        </span>
        <div className="min-w-0">
          <div className="flex flex-wrap gap-2">
            <Button size="sm" aria-describedby={hintId} disabled={disabled} onClick={() => input.current?.click()}>
              {file ? 'Change logo' : 'Upload logo'}
            </Button>
            {file && (
              <Button size="sm" variant="ghost" disabled={disabled} onClick={() => onFileChange(undefined)}>
                Remove
              </Button>
            )}
          </div>
          <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
            {HINT}
          </p>
        </div>
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        aria-label="Logo"
        tabIndex={-1}
        accept={TYPES.join(',')}
        className="sr-only"
        onChange={(event) => choose(event.target.files?.[0])}
      />
    </div>
  )
}
