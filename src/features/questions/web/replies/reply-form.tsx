import { FilePlus2, Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { newId } from '../../../../kernel/ids.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Checkbox } from '../../../../web/ui/checkbox.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Textarea } from '../../../../web/ui/textarea.tsx'
import type { QuestionDetails, Reply } from '../../contract.ts'
import { readReplyDraft, writeReplyDraft } from './reply-draft.ts'
import { SavedReplies } from './saved-replies.tsx'
import { useReply } from './use-reply.ts'

interface ReplyFormProps {
  details: QuestionDetails
  /** The visitor's address. */
  to: string
  /** Starts a FAQ with the reply as its answer; undefined where the question is in a FAQ. */
  onSave: ((reply: Reply) => void) | undefined
}

/** A mail to the visitor. What is written is kept until it is in line for the mail server. */
export function ReplyForm({ details, to, onSave }: ReplyFormProps) {
  const [draft, setDraft] = useState(() => readReplyDraft(details.id))
  const [thenDone, setThenDone] = useState(true)
  const [error, setError] = useState<string>()
  const send = useReply()
  const change = (next: typeof draft) => {
    setDraft(next)
    writeReplyDraft(details.id, next)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = async (afterwards?: (reply: Reply) => void) => {
    const text = draft.text.trim()
    if (text === '') {
      setError('Please write a reply.')
      field.current?.focus()
      return
    }
    if (send.isPending) return
    try {
      const then_done = thenDone && !details.done_at
      const reply = await send.mutateAsync({ id: details.id, reply_id: draft.id, text, then_done })
      change({ id: newId(), text: '' })
      afterwards?.(reply)
    } catch (failure) {
      // The text is still there to be sent, or shortened where that is what is wrong with it.
      setError(failure instanceof ApiError ? failure.details?.fields?.[0]?.message : undefined)
    }
  }
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label={`Reply to ${to}`}
        error={error}
        aside={
          <SavedReplies
            text={draft.text}
            field={field}
            onInsert={(saved) => {
              setError(undefined)
              change({ ...draft, text: draft.text.trim() ? `${draft.text.trimEnd()}\n\n${saved}` : saved })
            }}
          />
        }
        hint={`Sent as an email.${details.contact_email ? ` Replies go to ${details.contact_email}.` : ''}`}
      >
        <Textarea
          ref={field}
          rows={4}
          className="field-sizing-fixed"
          aria-keyshortcuts="r"
          value={draft.text}
          onChange={(event) => {
            setError(undefined)
            change({ ...draft, text: event.target.value })
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit()
          }}
        />
      </Field>
      {details.done_at === null && (
        <Checkbox checked={thenDone} onCheckedChange={setThenDone}>
          Mark as done once it is sent
        </Checkbox>
      )}
      {/* The first button keeps its place when the second appears. */}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" icon={<Send size={15} />} loading={send.isPending}>
          Send reply
        </Button>
        {onSave && (
          <Button disabled={send.isPending} icon={<FilePlus2 size={15} />} onClick={() => void submit(onSave)}>
            Send and save as FAQ
          </Button>
        )}
      </div>
    </form>
  )
}
