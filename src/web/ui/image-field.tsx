import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'

export interface ImageRules {
  /** Media types. */
  types: readonly string[]
  maxBytes: number
  /** Description of the rules for the user. */
  hint: string
}

/** Returns the reason to reject a file, or undefined. The server also checks the content. */
export function imageProblem(file: File, { types, maxBytes, hint }: ImageRules): string | undefined {
  if (!types.includes(file.type)) return `This file type is not supported. ${hint}`
  return file.size > maxBytes ? `This image is too large. ${hint}` : undefined
}

/** Message for a file that has an allowed type but cannot be decoded. */
export const unreadableImageMessage = ({ hint }: ImageRules): string => `This file cannot be read as an image. ${hint}`

export interface ImageFieldProps {
  /** Accessible name of the input. */
  label: string
  /** Noun on the buttons: "Upload logo", "Change logo". */
  noun: string
  rules: ImageRules
  /** Preview beside the buttons. */
  picture: ReactNode
  present: boolean
  error: string | undefined
  /** Called with an accepted file, or with the reason for rejecting it. */
  onChoose: (choice: { file: File } | { refused: string }) => void
  onRemove: () => void
  removing?: boolean
  disabled?: boolean
}

/** A field to choose, change and remove an image. */
export function ImageField(props: ImageFieldProps) {
  const { label, noun, rules, picture, present, error, onChoose, onRemove, removing, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const refused = imageProblem(file, rules)
    onChoose(refused ? { refused } : { file })
  }
  return (
    <div className="flex items-center gap-4">
      {picture}
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-describedby={hintId} disabled={disabled} onClick={() => input.current?.click()}>
            {`${present ? 'Change' : 'Upload'} ${noun}`}
          </Button>
          {present && (
            <Button size="sm" variant="ghost" loading={removing} disabled={disabled} onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
        <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
          {rules.hint}
        </p>
        {error && (
          <p role="alert" className="mt-1 text-sm text-bad">
            {error}
          </p>
        )}
        <input
          ref={input}
          type="file"
          aria-label={label}
          tabIndex={-1}
          accept={rules.types.join(',')}
          className="sr-only"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </div>
    </div>
  )
}
