import { ImagePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ImageField, unreadableImageMessage } from '../../../../web/ui/image-field.tsx'

/** As the server takes them in. */
const RULES = { types: ['image/png', 'image/jpeg'], maxBytes: 10 * 1024 * 1024, hint: 'PNG/JPG up to 10MB' }

export interface LogoFieldProps {
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  disabled: boolean
}

/** Chooses a logo and shows it; it is uploaded with the form. */
export function LogoField({ file, onFileChange, disabled }: LogoFieldProps) {
  const [error, setError] = useState<string>()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">
        Logo <span className="font-normal text-ink-faint">(optional)</span>
      </p>
      <ImageField
        label="Logo"
        noun="logo"
        rules={RULES}
        picture={
          <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line-strong bg-surface text-ink-faint">
            {address ? (
              <img
                src={address}
                alt="The chosen logo"
                onError={() => {
                  onFileChange(undefined)
                  setError(unreadableImageMessage(RULES))
                }}
                className="size-full object-contain"
              />
            ) : (
              <ImagePlus size={20} aria-hidden="true" />
            )}
          </span>
        }
        present={file !== undefined}
        error={error}
        disabled={disabled}
        onChoose={(choice) => {
          setError('refused' in choice ? choice.refused : undefined)
          if ('file' in choice) onFileChange(choice.file)
        }}
        onRemove={() => onFileChange(undefined)}
      />
    </div>
  )
}
