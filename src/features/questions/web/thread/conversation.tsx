import { format } from 'date-fns'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural } from '../../../../kernel/text.ts'
import { StatusBadge } from '../../../../web/ui/status-badge.tsx'
import { VisuallyHidden } from '../../../../web/ui/visually-hidden.tsx'
import type { QuestionDetails, Turn } from '../../contract.ts'
import { previewText } from '../list/preview-text.ts'

interface TurnsProps {
  details: QuestionDetails
  onOpen: (id: string) => void
}

/** The other turns of the visit in their order, and the place of this one among them; hidden when there are none. */
export function Conversation({ details, onOpen }: TurnsProps) {
  const { turns, created_at: asked } = details
  if (turns.length === 0) return null
  const before = turns.filter(({ created_at }) => created_at < asked)
  const after = turns.slice(before.length)
  return (
    <Turns title={`${plural(turns.length, 'other message')} in this conversation`}>
      {before.map((turn) => (
        <TurnItem key={turn.id} turn={turn} time={format(new Date(turn.created_at), 'p')} onOpen={onOpen} />
      ))}
      <li className="flex items-baseline gap-3 py-2 text-md text-ink-faint">
        <time dateTime={asked} className="shrink-0 text-sm tabular-nums">
          {format(new Date(asked), 'p')}
        </time>
        This message
      </li>
      {after.map((turn) => (
        <TurnItem key={turn.id} turn={turn} time={format(new Date(turn.created_at), 'p')} onOpen={onOpen} />
      ))}
    </Turns>
  )
}

/** Questions of other visits of the same visitor; hidden when there are none. */
export function EarlierVisits({ details, onOpen }: TurnsProps) {
  if (details.earlier.length === 0) return null
  return (
    <Turns title="Other visits of this visitor">
      {details.earlier.map((turn) => (
        <TurnItem key={turn.id} turn={turn} time={format(new Date(turn.created_at), 'MMM d')} onOpen={onOpen} />
      ))}
    </Turns>
  )
}

function Turns({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="text-sm font-medium text-ink">{title}</h3>
      <ol className="mt-2 divide-y divide-line">{children}</ol>
    </section>
  )
}

function TurnItem({ turn, time, onOpen }: { turn: Turn; time: string; onOpen: (id: string) => void }) {
  const Thumb = turn.vote === 'up' ? ThumbsUp : ThumbsDown
  return (
    <li className="py-2">
      <button
        type="button"
        onClick={() => onOpen(turn.id)}
        className="-mx-2 flex w-[calc(100%+1rem)] items-baseline gap-3 rounded-md px-2 py-1 text-left text-md hover:bg-hover coarse:min-h-11"
      >
        <time dateTime={turn.created_at} className="shrink-0 text-sm text-ink-faint tabular-nums">
          {time}
        </time>
        <span className="line-clamp-2 min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{turn.question}</span>
        <StatusBadge status={turn.outcome} />
      </button>
      {turn.answer && (
        <p className="mt-1 line-clamp-2 text-md text-ink-soft [overflow-wrap:anywhere]">{previewText(turn.answer)}</p>
      )}
      {(turn.vote || turn.page_url) && (
        <p className="mt-1 flex min-w-0 items-center gap-2 text-sm text-ink-faint">
          {turn.vote && (
            <span className={turn.vote === 'down' ? 'text-bad' : 'text-good'}>
              <Thumb size={13} aria-hidden="true" />
              <VisuallyHidden>{turn.vote === 'up' ? 'Voted up' : 'Voted down'}</VisuallyHidden>
            </span>
          )}
          {turn.page_url && <span className="truncate">{turn.page_url}</span>}
        </p>
      )}
    </li>
  )
}
