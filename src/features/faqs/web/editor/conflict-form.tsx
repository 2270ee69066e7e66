import { Copy } from 'lucide-react'
import { copyText } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { CONTENT_LABELS, type ContentField, type FaqConflict, type FaqContent } from '../../contract.ts'
import { type ConflictSide, conflictsBetween, type FieldConflict, settledContent } from '../../domain/faq-conflict.ts'
import { fieldText, TextDifference } from '../history/faq-difference.tsx'

interface ConflictFormProps {
  id: string
  /** The version that both edits started from. */
  seen: FaqContent
  mine: FaqContent
  conflict: FaqConflict
  onSettle: (content: FaqContent) => void
}

/** Both texts side by side, and in each field where they differ a choice between them. Nothing is saved until then. */
export function ConflictForm({ id, seen, mine, conflict, onSettle }: ConflictFormProps) {
  const { current, saved_by: by } = conflict
  const conflicts = conflictsBetween(seen, mine, current)
  const who = by && by.kind !== 'system' ? by.name : 'Another user'
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        const choices = Object.fromEntries(conflicts.map(({ field }) => [field, data.get(field)])) as Partial<
          Record<ContentField, ConflictSide>
        >
        onSettle(settledContent(mine, current, choices))
      }}
    >
      <p role="alert" className="mb-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-md text-warn">
        {who} saved changes to this FAQ while you were editing it. Their changes have not been overwritten. Choose what
        to keep.
      </p>
      <div className="space-y-5">
        {conflicts.map((one) => (
          <FieldChoice
            key={one.field}
            conflict={one}
            mine={fieldText(mine, one.field)}
            theirs={fieldText(current, one.field)}
          />
        ))}
      </div>
      <Button
        className="mt-5"
        size="sm"
        variant="ghost"
        icon={<Copy size={15} aria-hidden="true" />}
        onClick={() => void copyText(`${mine.question}\n\n${mine.answer}`, 'Text copied')}
      >
        Copy my text
      </Button>
    </form>
  )
}

function FieldChoice({ conflict, mine, theirs }: { conflict: FieldConflict; mine: string; theirs: string }) {
  const sides: { side: ConflictSide; label: string; text: string }[] = [
    { side: 'mine', label: 'Mine', text: mine },
    { side: 'theirs', label: 'Theirs', text: theirs },
  ]
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{CONTENT_LABELS[conflict.field]}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map(({ side, label, text }) => (
          <label
            key={side}
            className="flex gap-2.5 rounded-lg border border-line-strong bg-surface p-3 has-checked:border-accent-edge has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={conflict.field}
              value={side}
              defaultChecked={conflict.suggested === side}
              className="mt-1 size-4 shrink-0 accent-accent-ink"
            />
            <span className="min-w-0 flex-1">
              <span className="block text-xs font-medium text-ink-soft">{label}</span>
              {text === '' ? (
                <span className="text-md text-ink-soft">Empty</span>
              ) : (
                <TextDifference before={mine} after={theirs} only={side === 'mine' ? 'before' : 'after'} />
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
