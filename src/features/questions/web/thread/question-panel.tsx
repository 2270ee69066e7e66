import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, ChevronUp, FilePlus2, FileText, ListPlus, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { api } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../../web/ui/button.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import type { Question, QuestionDetails, Reply } from '../../contract.ts'
import { QuestionReplies } from '../replies/question-replies.tsx'
import { Handling } from '../teamwork/handling.tsx'
import { Notes } from '../teamwork/notes.tsx'
import { isDeleted } from '../use-question-actions.ts'
import { Conversation, EarlierVisits } from './conversation.tsx'
import { AnswerGiven, QuestionFacts, QuestionText } from './question-facts.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

/** Refetch interval until the mail server has responded; usually an event arrives earlier. */
const SENDING_MS = 3_000
const isSending = (details: QuestionDetails | undefined) => details?.replies.some(({ state }) => state === 'sending')

/** Data of the list is shown at once. */
const asFarAsKnown = (question: Question): QuestionDetails => ({
  ...question,
  visitor_note: null,
  done_by: null,
  reasons: null,
  turns: [],
  earlier: [],
  reply_to_visitor: question.visitor_email,
  contact_email: null,
  replies: [],
  notes: [],
})

interface QuestionPanelProps {
  id: string
  /** The page it may stand on: what Previous and Next go through. */
  items: readonly Question[]
  onOpen: (id: string) => void
  onClose: () => void
  /** Undefined for users who may only read. */
  actions?: Record<'onDone' | 'onAdd', (question: Question) => void> & {
    /** Without a reply, the FAQ starts with the answer that the visitor was given. */
    onMove: (question: Question, reply?: Reply) => void
  }
}

/**
 * The conversation around one question, what is known of it, and all that can be done about it. A dialog that is not
 * modal: on a desktop the list beside it stays in use, on a phone it takes the list's place.
 */
export function QuestionPanel({ id, items, onOpen, onClose, actions }: QuestionPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  usePanelFocus(panel, id, onClose)
  const query = useQuery(
    api.questions.details.queryOptions({
      input: { id },
      refetchOnMount: 'always',
      placeholderData: () => items.flatMap((question) => (question.id === id ? [asFarAsKnown(question)] : []))[0],
      refetchInterval: ({ state }) => (isSending(state.data) ? SENDING_MS : false),
    }),
  )
  const details = query.data
  const index = items.findIndex((question) => question.id === id)
  const step = (by: number) => items[index < 0 ? -1 : index + by]

  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      data-docked
      tabIndex={-1}
      className="@container flex scroll-mt-16 flex-col rounded-lg border border-line bg-surface outline-none focus-visible:border-focus lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)]"
    >
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <h2 id={titleId} className="mr-auto text-md font-semibold">
          Message Details
        </h2>
        <Step label="Previous message" icon={<ChevronUp size={17} />} to={step(-1)} onOpen={onOpen} />
        <Step label="Next message" icon={<ChevronDown size={17} />} to={step(1)} onOpen={onOpen} />
        <IconButton
          label="Close"
          tooltip={false}
          icon={<X size={17} />}
          className="@2xl:order-last"
          onClick={onClose}
        />
        {details && actions && (
          <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button
              size="sm"
              icon={details.done_at ? <RotateCcw size={14} /> : <Check size={15} />}
              onClick={() => actions.onDone(details)}
            >
              {details.done_at ? 'Reopen' : 'Mark as done'}
            </Button>
            <Button size="sm" icon={<ListPlus size={15} />} onClick={() => actions.onAdd(details)}>
              Add to FAQ
            </Button>
            {details.faq ? (
              <ButtonLink size="sm" icon={<FileText size={15} />} to={`/pages?faq=${details.faq.id}`}>
                Open FAQ
              </ButtonLink>
            ) : (
              <Button size="sm" icon={<FilePlus2 size={15} />} onClick={() => actions.onMove(details)}>
                Move to FAQ
              </Button>
            )}
          </span>
        )}
      </header>
      {details ? (
        <div
          key={id}
          className="grid min-h-0 flex-1 grid-cols-1 overflow-y-auto @min-[40rem]:grid-cols-[minmax(0,1fr)_16rem] @5xl:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <div className="space-y-6 p-4 @2xl:p-5">
            <QuestionText details={details} />
            <QuestionReplies
              details={details}
              mayReply={actions !== undefined}
              onSave={actions && ((reply) => actions.onMove(details, reply))}
            >
              <AnswerGiven details={details} onCorrect={actions && (() => actions.onMove(details))} />
            </QuestionReplies>
            <Notes details={details} mayWrite={actions !== undefined} />
            <Conversation details={details} onOpen={onOpen} />
          </div>
          <Context>
            {actions && <Handling details={details} />}
            <QuestionFacts details={details} />
            <EarlierVisits details={details} onOpen={onOpen} />
          </Context>
        </div>
      ) : query.error ? (
        <ErrorState
          title={isDeleted(query.error) ? 'This message was deleted' : 'The message could not be loaded'}
          message={isDeleted(query.error) ? 'It cannot be restored.' : messageOf(query.error)}
          {...(!isDeleted(query.error) && { onRetry: () => void query.refetch(), retrying: query.isFetching })}
        />
      ) : (
        <SkeletonRows />
      )}
    </div>
  )
}

const Context = ({ children }: { children: ReactNode }) => (
  <aside
    aria-label="About this message"
    className="@container/context space-y-6 border-t border-line p-4 @min-[40rem]:border-t-0 @min-[40rem]:border-l @2xl:py-5"
  >
    {children}
  </aside>
)

interface StepProps {
  label: string
  icon: ReactNode
  to: Question | undefined
  onOpen: (id: string) => void
}

function Step({ label, icon, to, onOpen }: StepProps) {
  return (
    <IconButton label={label} tooltip={false} icon={icon} aria-disabled={!to} onClick={() => to && onOpen(to.id)} />
  )
}
