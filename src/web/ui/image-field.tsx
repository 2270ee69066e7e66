import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'

export interface PictureRules {
  /** Media types. */
  types: readonly string[]
  maxBytes: number
  /** The rules in words. */
  hint: string
}

/** Why a file cannot be the picture, or undefined. The server looks at its content, too. */
export function pictureRefusal(file: File, { types, maxBytes, hint }: PictureRules): string | undefined {
  if (!types.includes(file.type)) return `This is not a picture we can use. ${hint}`
  return file.size > maxBytes ? `This picture is too large. ${hint}` : undefined
}

/** For what was let through by its name and turns out to be none. */
export const unreadablePicture = ({ hint }: PictureRules): string => `This file is not a picture we can read. ${hint}`

export interface PictureFieldProps {
  /** Names the input. */
  label: string
  /** What the picture is called on the buttons: «Upload logo», «Change logo». */
  noun: string
  rules: PictureRules
  /** What stands beside the buttons. */
  picture: ReactNode
  present: boolean
  error: string | undefined
  /** A file that the rules allow, or why the chosen one is refused. */
  onChoose: (choice: { file: File } | { refused: string }) => void
  onRemove: () => void
  removing?: boolean
  disabled?: boolean
}

/** A picture to choose, to change and to remove. */
export function PictureField(props: PictureFieldProps) {
  const { label, noun, rules, picture, present, error, onChoose, onRemove, removing, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const refused = pictureRefusal(file, rules)
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
