import type { InputEvent, KeyboardEvent, RefObject } from 'react'
import { VISITOR_QUESTION_MAX } from '../../../answering/contract.ts'
import { ArrowIcon, SearchIcon } from '../icons.tsx'

interface SearchFieldProps {
  /** The button's label. */
  send: string
  /** Name and placeholder of the field. */
  hint: string
  /** Name of the parameter that the button adds when the form is sent without the script. */
  sendName?: string
  busy?: boolean
  value?: string
  input?: RefObject<HTMLInputElement | null>
  onType?(text: string): void
  onLeave?(): void
}

/** The search and ask box. Without `onType` it is a plain form field. */
export function SearchField({ send, hint, sendName, busy = false, value, input, onType, onLeave }: SearchFieldProps) {
  const typing = onType && {
    onInput: (event: InputEvent<HTMLInputElement>) => onType(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && onLeave?.(),
  }
  return (
    <div className="search-box">
      <SearchIcon className="ms-4 text-ink-faint" />
      <input
        {...typing}
        ref={input}
        defaultValue={value}
        name="q"
        type="search"
        dir="auto"
        maxLength={VISITOR_QUESTION_MAX}
        placeholder={hint}
        aria-label={hint}
        autoComplete="off"
        enterKeyHint="send"
      />
      <button type="submit" className="send" name={sendName} value={sendName && '1'} aria-disabled={busy || undefined}>
        <span>{send}</span>
        <ArrowIcon size={18} />
      </button>
    </div>
  )
}
