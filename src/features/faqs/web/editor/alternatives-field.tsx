import { Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { ALTERNATIVES_MAX, QUESTION_MAX } from '../../contract.ts'

interface AlternativesFieldProps {
  value: string[]
  onValueChange: (alternatives: string[]) => void
  /** Belongs to the list, or to the first entry that is wrong. */
  error?: string
}

/** Other ways visitors ask the same: type one and press Enter; paste several lines to add them all. */
export function AlternativesField({ value, onValueChange, error }: AlternativesFieldProps) {
  const [text, setText] = useState('')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const full = value.length >= ALTERNATIVES_MAX

  const add = (typed: string) => {
    const known = new Set(value.map((entry) => entry.trim().toLocaleLowerCase()))
    const fresh: string[] = []
    for (const line of typed.split(/\r?\n/u)) {
      const entry = line.trim().slice(0, QUESTION_MAX)
      if (!entry || known.has(entry.toLocaleLowerCase())) continue
      known.add(entry.toLocaleLowerCase())
      fresh.push(entry)
    }
    setText('')
    if (fresh.length > 0) onValueChange([...value, ...fresh].slice(0, ALTERNATIVES_MAX))
  }
  const remove = (index: number) => {
    onValueChange(value.filter((_, position) => position !== index))
    input.current?.focus()
  }

  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">
        Alternative questions <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      {value.length > 0 && (
        <ul className="mb-1.5 space-y-1.5">
          {rowsOf(value).map(({ key, entry, index }) => (
            <li key={key}>
              <Input
                aria-label={`Alternative question ${index + 1}`}
                value={entry}
                maxLength={QUESTION_MAX}
                onChange={(event) => onValueChange(value.with(index, event.target.value))}
                onBlur={() => {
                  if (!entry.trim()) onValueChange(value.filter((_, position) => position !== index))
                }}
                end={
                  <IconButton
                    label={`Remove alternative question ${index + 1}`}
                    tooltip={false}
                    icon={<X size={15} />}
                    onClick={() => remove(index)}
                  />
                }
              />
            </li>
          ))}
        </ul>
      )}
      {!full && (
        <div className="flex gap-2">
          <Input
            ref={input}
            aria-label="Add an alternative question"
            placeholder="Another way visitors ask this"
            value={text}
            maxLength={QUESTION_MAX}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => add(text)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (!/\n/u.test(pasted.trim())) return
              event.preventDefault()
              add(`${text}${pasted}`)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return
              event.preventDefault()
              add(text)
            }}
            className="flex-1"
          />
          <Button icon={<Plus size={15} />} disabled={!text.trim()} onClick={() => add(text)}>
            Add
          </Button>
        </div>
      )}
      <p
        id={`${id}-hint`}
        role={error ? 'alert' : undefined}
        className={`mt-1.5 text-sm ${error ? 'text-bad' : 'text-ink-faint'}`}
      >
        {error ?? 'Questions phrased like these get the same answer. Visitors do not see them.'}
      </p>
    </fieldset>
  )
}

/** Entries are edited in place and have no identity of their own but their position. */
const rowsOf = (entries: string[]) => entries.map((entry, index) => ({ key: `entry-${index}`, entry, index }))
