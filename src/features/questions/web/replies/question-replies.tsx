import { format } from 'date-fns'
import { FilePlus2, ListChecks, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button, ButtonLink } from '../../../../web/ui/button.tsx'
import type { QuestionDetails, Reply } from '../../contract.ts'
import { ReplyForm } from './reply-form.tsx'
import { useReply } from './use-reply.ts'

interface QuestionRepliesProps {
  details: QuestionDetails
  mayReply: boolean
  /** Starts a FAQ with a reply as its answer. */
  onSave: ((reply: Reply) => void) | undefined
  /** The answer, below the form and above the replies. */
  children: ReactNode
}

/** A form to write to the visitor where they left an address, the answer, and the emails that were written. */
export function QuestionReplies({ details, mayReply, onSave, children }: QuestionRepliesProps) {
  const { replies, reply_to_visitor: to } = details
  return (
    <>
      {to && mayReply && (
        <ReplyForm key={details.id} details={details} to={to} onSave={details.faq ? undefined : onSave} />
      )}
      {children}
      {replies.length > 0 && (
        <section aria-label="Replies" className="border-t border-line pt-4">
          <h3 className="text-sm font-medium text-ink">Replies</h3>
          <ul className="mt-2 space-y-3" aria-live="polite">
            {replies.map((reply) => (
              <ReplyCard
                key={reply.id}
                questionId={details.id}
                reply={reply}
                mayReply={mayReply}
                onSave={details.faq ? undefined : onSave}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const STATES = {
  sending: { label: 'Sending…', tone: 'accent' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'bad' },
  unknown: { label: 'Possibly sent', tone: 'warn' },
} as const

const UNKNOWN =
  'The connection to the mail server was lost, so this email may or may not have been sent. If you send it again, it may arrive twice.'

interface ReplyCardProps {
  questionId: string
  reply: Reply
  mayReply: boolean
  /** Undefined once the question is part of a FAQ. */
  onSave: QuestionRepliesProps['onSave']
}

function ReplyCard({ questionId, reply, mayReply, onSave }: ReplyCardProps) {
  const send = useReply()
  const { label, tone } = STATES[reply.state]
  const wrong = reply.state === 'failed' ? reply.failure : reply.state === 'unknown' ? UNKNOWN : null
  return (
    <li className="rounded-lg bg-sunken px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-soft">
        <span className="font-medium text-ink">{reply.author}</span>
        <span className="[overflow-wrap:anywhere]">to {reply.to}</span>
        <time dateTime={reply.created_at} className="tabular-nums">
          {format(new Date(reply.created_at), 'MMM d, p')}
        </time>
        <span className="ml-auto">
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <p className="mt-1.5 text-md whitespace-pre-line [overflow-wrap:anywhere]">{reply.text}</p>
      {!wrong && mayReply && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {onSave && (
            <Button size="sm" icon={<FilePlus2 size={14} />} onClick={() => onSave(reply)}>
              Save as FAQ
            </Button>
          )}
          {reply.state === 'sent' && (
            <ButtonLink size="sm" icon={<ListChecks size={14} />} to={`/messages/answer-tests?question=${questionId}`}>
              Save as answer test
            </ButtonLink>
          )}
        </div>
      )}
      {wrong && (
        <div className="mt-2.5 flex flex-wrap items-center justify-between gap-2.5">
          <p className="min-w-0 flex-1 basis-60 text-sm text-bad">{wrong}</p>
          {mayReply && (
            <Button
              size="sm"
              icon={<RotateCw size={14} />}
              loading={send.isPending}
              onClick={() => {
                const { id: reply_id, text, then_done } = reply
                send.mutate({ id: questionId, reply_id, text, then_done, again: true })
              }}
            >
              {reply.state === 'failed' ? 'Try again' : 'Send again'}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
