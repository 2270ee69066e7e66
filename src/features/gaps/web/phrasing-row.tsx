import { Check, Plus, ThumbsDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural } from '../../../kernel/text.ts'
import { Button } from '../../../web/ui/button.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx'
import type { Phrasing } from '../contract.ts'
import { PhrasingHandle } from './drag-phrasings.tsx'
import { explainBlocker } from './gap-words.ts'

interface PhrasingRowProps {
  phrasing: Phrasing
  choice: ReactNode
  movable: boolean
  /** Adds it to the FAQ, where that is possible. */
  onAdd: (() => void) | undefined
  busy: boolean
}

/** One phrasing with its answer at that time and its current answer. */
export function PhrasingRow({ phrasing, choice, movable, onAdd, busy }: PhrasingRowProps) {
  const { question, asked, outcome, down_voted, verification, blocker } = phrasing
  return (
    <li className="flex items-start gap-3 border-b border-line px-5 py-3 last:border-b-0">
      {movable && <PhrasingHandle id={phrasing.id} />}
      {choice}
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{question}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-sm text-ink-soft tabular-nums">
          {`Asked ${plural(asked, 'time')}`}
          {down_voted && (
            <span className="text-bad">
              <ThumbsDown size={13} aria-hidden="true" />
              <VisuallyHidden>Down-voted</VisuallyHidden>
            </span>
          )}
        </p>
        {blocker && <p className="mt-1.5 text-md text-warn [overflow-wrap:anywhere]">{explainBlocker(blocker)}</p>}
        {blocker && onAdd && (
          <Button size="sm" className="mt-2" icon={<Plus size={14} />} disabled={busy} onClick={onAdd}>
            Add as an alternative
          </Button>
        )}
      </div>
      {verification === 'passed' ? (
        <span className="inline-flex items-center gap-1.5 text-sm text-good">
          <Check size={15} aria-hidden="true" /> Answered now
        </span>
      ) : (
        <StatusBadge status={outcome} />
      )}
    </li>
  )
}
