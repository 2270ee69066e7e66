import { format, formatDistance } from 'date-fns'
import { CircleHelp, Ellipsis, FilePlus2, Trash2 } from 'lucide-react'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { excerpt } from '../../../kernel/text.ts'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { Question } from '../contract.ts'

export interface QuestionRowHandlers {
  onDetails: (question: Question) => void
  onMove: (question: Question) => void
  onDelete: (question: Question) => void
}

interface QuestionRowProps {
  question: Question
  now: Date
  mayWrite: boolean
  handlers: QuestionRowHandlers
}

/** The id of the button that shows a question's details, so that the focus can be moved to it. */
export const detailsId = (questionId: string) => `question-${questionId}`

/** What a visitor asked, what they were told, and when. */
export function QuestionRow({ question, now, mayWrite, handlers }: QuestionRowProps) {
  return (
    <li className="relative flex items-start gap-3 border-b border-line py-3 pr-2.5 pl-4 transition-[background-color,opacity] duration-180 last:border-b-0 hover:bg-hover starting:opacity-0 sm:pl-5">
      <div className="min-w-0 flex-1 sm:flex sm:gap-6">
        <div className="min-w-0 sm:flex-1">
          <button
            type="button"
            id={detailsId(question.id)}
            onClick={() => handlers.onDetails(question)}
            className="line-clamp-2 w-full rounded-xs text-left font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            {question.question}
          </button>
          <p className="mt-0.5 truncate text-md text-ink-soft">{excerpt(markupToPlainText(question.answer), 240)}</p>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 sm:mt-0 sm:w-62 sm:shrink-0 sm:flex-col sm:items-end">
          <StatusBadge status={question.outcome} />
          <WhenAsked at={question.created_at} now={now} />
        </div>
      </div>
      <QuestionMenu question={question} mayWrite={mayWrite} handlers={handlers} />
    </li>
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

function QuestionMenu({ question, mayWrite, handlers }: Omit<QuestionRowProps, 'now'>) {
  return (
    <div className="relative z-1">
      <Menu trigger={<IconButton label="More actions" tooltip={false} icon={<Ellipsis size={16} />} />}>
        <MenuItem icon={<CircleHelp size={16} />} onSelect={() => handlers.onDetails(question)}>
          View Details
        </MenuItem>
        {mayWrite && (
          <>
            <MenuItem icon={<FilePlus2 size={16} />} onSelect={() => handlers.onMove(question)}>
              Move to FAQ
            </MenuItem>
            <MenuSeparator />
            <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => handlers.onDelete(question)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}
