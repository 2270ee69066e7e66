import { format, formatDistance } from 'date-fns'
import { Check, Clock, RotateCcw, ThumbsDown } from 'lucide-react'
import { excerpt } from '../../../../kernel/text.ts'
import { Avatar } from '../../../../web/ui/avatar.tsx'
import { Badge } from '../../../../web/ui/badge.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { StatusBadge } from '../../../../web/ui/status-badge.tsx'
import { VisuallyHidden } from '../../../../web/ui/visually-hidden.tsx'
import type { Question } from '../../contract.ts'
import { isSnoozed } from '../../domain/views.ts'
import { previewText } from './preview-text.ts'
import { QuestionMenu, type QuestionRowHandlers } from './question-menu.tsx'

interface QuestionRowProps {
  question: Question
  /** Name of the member who takes care of it. */
  assignee: string | undefined
  /** True for the question that is open beside the list. */
  isOpen: boolean
  now: Date
  mayWrite: boolean
  handlers: QuestionRowHandlers
}

/** The id of the button that shows a question's details, so that the focus can be moved to it. */
export const detailsId = (questionId: string) => `question-${questionId}`

/** A row: the question, its answer, its state and its time. */
export function QuestionRow({ question, assignee, isOpen, now, mayWrite, handlers }: QuestionRowProps) {
  const done = question.done_at !== null
  return (
    <li
      data-question={question.id}
      className={cx(
        'group/row relative flex items-start gap-1.5 border-b border-line py-3 pr-2.5 pl-4 transition-[background-color,opacity] duration-180 last:border-b-0 focus-within:bg-hover hover:bg-hover starting:opacity-0 @xl:pl-5',
        isOpen && 'bg-accent-soft/50 shadow-[inset_2px_0_0] shadow-accent-edge',
      )}
    >
      <div className="min-w-0 flex-1 @xl:flex @xl:gap-6">
        <div className={cx('min-w-0 @xl:flex-1', done && 'text-ink-soft')}>
          <button
            type="button"
            id={detailsId(question.id)}
            aria-current={isOpen}
            onClick={() => handlers.onDetails(question)}
            className={cx(
              'line-clamp-2 w-full rounded-xs text-left [overflow-wrap:anywhere] after:absolute after:inset-0',
              !done && 'font-medium',
            )}
          >
            {question.question}
          </button>
          <p className="mt-0.5 truncate text-md text-ink-soft">{excerpt(previewText(question.answer), 240)}</p>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 @xl:mt-0 @xl:w-62 @xl:shrink-0 @xl:flex-col @xl:items-end">
          <span className="flex flex-wrap items-center gap-1.5 @xl:justify-end">
            {assignee && (
              <span title={`Assigned to ${assignee}`} className="relative">
                <Avatar name={assignee} size="sm" />
                <VisuallyHidden>Assigned to {assignee}</VisuallyHidden>
              </span>
            )}
            <QuestionMarks question={question} now={now} />
            <StatusBadge status={question.outcome} />
          </span>
          <WhenAsked at={question.created_at} now={now} />
        </div>
      </div>
      {mayWrite ? (
        <IconButton
          label={done ? 'Reopen' : 'Mark as done'}
          aria-describedby={detailsId(question.id)}
          tooltipSide="left"
          icon={done ? <RotateCcw size={15} /> : <Check size={16} />}
          onClick={() => handlers.onDone(question)}
          className="z-1 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:hidden"
        />
      ) : (
        // Its place, until it is known who reads.
        <span className="w-8 coarse:hidden" />
      )}
      <QuestionMenu question={question} describedBy={detailsId(question.id)} mayWrite={mayWrite} handlers={handlers} />
    </li>
  )
}

/** State of a question. */
export function QuestionMarks({ question, now }: { question: Question; now: Date }) {
  return (
    <>
      {question.vote === 'down' && (
        <span className="text-bad">
          <ThumbsDown size={14} aria-hidden="true" />
          <VisuallyHidden>Down-voted</VisuallyHidden>
        </span>
      )}
      {question.done_at !== null ? (
        <Badge icon={<Check size={12} aria-hidden="true" />}>Done</Badge>
      ) : (
        question.handoff_requested_at !== null && <Badge tone="accent">Waiting</Badge>
      )}
      {question.done_at === null && isSnoozed(question, now) && (
        <Badge icon={<Clock size={12} aria-hidden="true" />}>Snoozed</Badge>
      )}
    </>
  )
}

/** «Sat, Nov 21 · about 2 hours ago» */
function WhenAsked({ at, now }: { at: string; now: Date }) {
  const date = new Date(at)
  // A clock that runs behind the server's must not speak of the future.
  const past = date > now ? now : date
  return (
    <time dateTime={at} title={format(date, 'PPPPp')} className="relative text-sm text-ink-faint tabular-nums">
      {format(date, 'EEE, MMM d')} · {formatDistance(past, now, { addSuffix: true })}
    </time>
  )
}
