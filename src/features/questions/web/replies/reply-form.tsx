import { Send } from 'lucide-react'
import { useState } from 'react'
import { newId } from '../../../../kernel/ids.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Checkbox } from '../../../../web/ui/checkbox.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Textarea } from '../../../../web/ui/textarea.tsx'
import type { QuestionDetails } from '../../contract.ts'
import { readReplyDraft, writeReplyDraft } from './reply-draft.ts'
import { useReply } from './use-reply.ts'

/** A mail to the visitor. What is written is kept until it is in line for the mail server. */
export function ReplyForm({ details, to }: { details: QuestionDetails; to: string }) {
  const [draft, setDraft] = useState(() => readReplyDraft(details.id))
  const [thenDone, setThenDone] = useState(true)
  const [error, setError] = useState<string>()
  const send = useReply()
  const change = (next: typeof draft) => {
    setDraft(next)
    writeReplyDraft(details.id, next)
  }
  const submit = async () => {
    const text = draft.text.trim()
    if (text === '') {
      setError('Please write a reply.')
      return
    }
    if (send.isPending) return
    try {
      await send.mutateAsync({ id: details.id, reply_id: draft.id, text, then_done: thenDone && !details.done_at })
      change({ id: newId(), text: '' })
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
        hint={details.contact_email ? `Sent as an email. Replies go to ${details.contact_email}.` : undefined}
      >
        <Textarea
          rows={3}
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
      <div className="flex flex-wrap items-center justify-between gap-3">
        {details.done_at === null ? (
          <Checkbox checked={thenDone} onCheckedChange={setThenDone}>
            Mark as done once it is sent
          </Checkbox>
        ) : (
          <span />
        )}
        <Button type="submit" icon={<Send size={15} />} loading={send.isPending}>
          Send reply
        </Button>
      </div>
    </form>
  )
}
