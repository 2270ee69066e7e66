import { format } from 'date-fns'
import { plural } from '../../../kernel/text.ts'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { QuestionDetails, Turn } from '../contract.ts'

/** Other questions of the same conversation; hidden when there are none. */
export function QuestionTurns({ details, onOpen }: { details: QuestionDetails; onOpen: (id: string) => void }) {
  const { turns } = details
  if (turns.length === 0) return null
  const title = `${plural(turns.length, 'other message')} in this conversation`
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="text-sm font-medium text-ink">{title}</h3>
      <ol className="mt-2 space-y-1">
        {turns.map((turn) => (
          <TurnRow key={turn.id} turn={turn} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  )
}

function TurnRow({ turn, onOpen }: { turn: Turn; onOpen: (id: string) => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(turn.id)}
        className="-mx-2 flex w-[calc(100%+1rem)] items-baseline gap-3 rounded-md px-2 py-1.5 text-left text-md hover:bg-hover coarse:min-h-11"
      >
        <time dateTime={turn.created_at} className="shrink-0 text-sm text-ink-faint tabular-nums">
          {format(new Date(turn.created_at), 'p')}
        </time>
        <span className="min-w-0 flex-1 truncate">{turn.question}</span>
        <StatusBadge status={turn.outcome} />
      </button>
    </li>
  )
}
