import { format } from 'date-fns'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Textarea } from '../../../../web/ui/textarea.tsx'
import type { Note, QuestionDetails } from '../../contract.ts'
import { useTeamwork } from './use-teamwork.ts'

/** Notes of members on a question, and a form for another one. */
export function Notes({ details, mayWrite }: { details: QuestionDetails; mayWrite: boolean }) {
  const { removeNote } = useTeamwork()
  const [deleting, setDeleting] = useState<Note>()
  const [asking, setAsking] = useState(false)
  if (details.notes.length === 0 && !mayWrite) return null
  return (
    <section aria-label="Internal notes" className="border-t border-line pt-4">
      <h3 className="text-sm font-medium text-ink">Internal notes</h3>
      {details.notes.length > 0 && (
        <ul className="mt-2 space-y-2" aria-live="polite">
          {details.notes.map((note) => (
            <li key={note.id} className="rounded-lg bg-warn-soft px-3.5 py-2.5">
              <div className="flex items-center gap-2.5 text-sm text-ink-soft">
                <span className="font-medium text-ink">{note.author}</span>
                <time dateTime={note.created_at} className="tabular-nums">
                  {format(new Date(note.created_at), 'MMM d, p')}
                </time>
                {mayWrite && (
                  <IconButton
                    label="Delete note"
                    tooltip={false}
                    icon={<Trash2 size={14} />}
                    className="-my-1 ml-auto"
                    onClick={() => {
                      setDeleting(note)
                      setAsking(true)
                    }}
                  />
                )}
              </div>
              <p className="mt-1 text-md whitespace-pre-line [overflow-wrap:anywhere]">{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NoteForm questionId={details.id} />}
      {deleting && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          destructive
          title="Delete this note?"
          description={`The note of ${deleting.author} is deleted permanently.`}
          confirmLabel="Delete note"
          onConfirm={() => removeNote(details.id, deleting.id)}
        />
      )}
    </section>
  )
}

function NoteForm({ questionId }: { questionId: string }) {
  const { noting } = useTeamwork()
  const [text, setText] = useState('')
  const submit = () => {
    if (text.trim() && !noting.isPending)
      noting.mutate({ id: questionId, text: text.trim() }, { onSuccess: () => setText('') })
  }
  return (
    <form
      noValidate
      className="mt-3 space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="New note" hideLabel hint="Only members of this workspace see notes.">
        <Textarea
          rows={2}
          className="min-h-16"
          aria-keyshortcuts="n"
          placeholder="Add a note for your team"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" size="sm" loading={noting.isPending} disabled={text.trim() === ''}>
          Add note
        </Button>
      </div>
    </form>
  )
}
