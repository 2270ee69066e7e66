import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, ChevronUp, FilePlus2, ListPlus, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import type { Question, QuestionDetails, Reply } from '../contract.ts'
import { detailsId } from './list/question-row.tsx'
import { QuestionFacts } from './question-facts.tsx'
import { QuestionTurns } from './question-turns.tsx'
import { QuestionReplies } from './replies/question-replies.tsx'
import { isGone } from './use-question-actions.ts'

/** Refetch interval until the mail server has responded; usually an event arrives earlier. */
const SENDING_MS = 3_000
const isSending = (details: QuestionDetails | undefined) => details?.replies.some(({ state }) => state === 'sending')

/** Data of the list is shown at once. */
const asFarAsKnown = (question: Question): QuestionDetails => ({
  ...question,
  visitor_note: null,
  done_by: null,
  reasons: null,
  faq: null,
  turns: [],
  reply_to_visitor: question.visitor_email,
  contact_email: null,
  replies: [],
})

interface QuestionDetailsDialogProps {
  /** The question to show; null for none. */
  id: string | null
  /** The page it may stand on: what Previous and Next go through. */
  items: readonly Question[]
  onOpen: (id: string) => void
  onClose: () => void
  /** Undefined for who may only look. */
  actions?: Record<'onDone' | 'onAdd', (question: Question) => void> & {
    /** Without a reply, the FAQ starts with the answer that the visitor was given. */
    onMove: (question: Question, reply?: Reply) => void
  }
}

/** Everything known of one question, and all that can be done about it. */
export function QuestionDetailsDialog({ id, items, onOpen, onClose, actions }: QuestionDetailsDialogProps) {
  // The content stays while the dialog fades out.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  const query = useQuery(
    api.questions.details.queryOptions({
      input: { id: shown ?? '' },
      enabled: id !== null,
      refetchOnMount: 'always',
      placeholderData: () => items.flatMap((question) => (question.id === shown ? [asFarAsKnown(question)] : []))[0],
      refetchInterval: ({ state }) => (isSending(state.data) ? SENDING_MS : false),
    }),
  )
  const details = query.data
  const index = items.findIndex((question) => question.id === shown)
  const step = (by: number) => items[index < 0 ? -1 : index + by]

  return (
    <Dialog
      open={id !== null}
      onOpenChange={(open) => open || onClose()}
      title="Message Details"
      // After moving to another question, the focus returns to its row.
      finalFocus={() => document.getElementById(detailsId(shown ?? ''))}
      footer={
        details &&
        actions && (
          <div className="grid w-full grid-cols-2 items-center gap-2 sm:flex">
            <Step label="Previous message" icon={<ChevronUp size={17} />} to={step(-1)} onOpen={onOpen} />
            <Step label="Next message" icon={<ChevronDown size={17} />} to={step(1)} onOpen={onOpen} />
            <span className="flex-1 max-sm:hidden" />
            <Button
              icon={details.done_at ? <RotateCcw size={15} /> : <Check size={16} />}
              onClick={() => actions.onDone(details)}
            >
              {details.done_at ? 'Reopen' : 'Mark as done'}
            </Button>
            <Button icon={<ListPlus size={16} />} onClick={() => actions.onAdd(details)}>
              Add to FAQ
            </Button>
            <Button
              variant="primary"
              className="max-sm:col-span-2"
              icon={<FilePlus2 size={16} />}
              onClick={() => actions.onMove(details)}
            >
              Move to FAQ
            </Button>
          </div>
        )
      }
    >
      {details ? (
        <div key={details.id} className="space-y-6">
          <QuestionFacts details={details} />
          <QuestionTurns details={details} onOpen={onOpen} />
          <QuestionReplies
            details={details}
            mayReply={actions !== undefined}
            onSave={actions && ((reply) => actions.onMove(details, reply))}
          />
        </div>
      ) : query.error ? (
        <ErrorState
          title={isGone(query.error) ? 'This message was deleted' : 'The message could not be loaded'}
          message={isGone(query.error) ? 'It cannot be restored.' : messageOf(query.error)}
          {...(!isGone(query.error) && { onRetry: () => void query.refetch(), retrying: query.isFetching })}
        />
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}

interface StepProps {
  label: string
  icon: React.ReactNode
  to: Question | undefined
  onOpen: (id: string) => void
}

function Step({ label, icon, to, onOpen }: StepProps) {
  return (
    <IconButton
      label={label}
      tooltip={false}
      size="md"
      icon={icon}
      aria-disabled={!to}
      className="max-sm:hidden"
      onClick={() => to && onOpen(to.id)}
    />
  )
}
