import { Check, ExternalLink, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { AnswerText } from '../../faqs/web/index.ts'
import type { SavedAs, SuggestedFaq } from '../contract.ts'
import { ADD_LABELS, leftOutText, ORIGIN_LABELS } from './suggestion-words.ts'

/** An answer longer than this is folded. */
const FOLDED_FROM = 280

interface SuggestionRowProps {
  suggestion: SuggestedFaq
  /** That of the FAQ which is added. */
  status: SavedAs
  busy: boolean
  onAdd: () => void
  onEdit: () => void
  onDismiss: () => void
}

/** A question with its answer, its source, and actions. */
export function SuggestionRow({ suggestion, status, busy, onAdd, onEdit, onDismiss }: SuggestionRowProps) {
  const { question, answer, left_out } = suggestion
  const [open, setOpen] = useState(false)
  const long = answer.length > FOLDED_FROM || answer.split('\n').length > 4
  const about = { 'aria-describedby': `suggestion-${suggestion.id}` }
  return (
    <li className="border-b border-line px-5 py-4 last:border-b-0">
      <div className="flex flex-col gap-x-6 gap-y-3 lg:flex-row lg:items-start lg:justify-between">
        <div className="min-w-0 flex-1">
          <h2 id={`suggestion-${suggestion.id}`} className="text-base font-semibold [overflow-wrap:anywhere]">
            {question}
          </h2>
          <div className={cx('mt-1.5 [&_p]:text-md [&_li]:text-md', long && !open && 'line-clamp-4')}>
            <AnswerText text={answer} />
          </div>
          {long && (
            <Button
              size="sm"
              variant="ghost"
              className="mt-1 -ml-2.5"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              {...about}
            >
              {open ? 'Show less' : 'Show all'}
            </Button>
          )}
          {left_out > 0 && <p className="mt-1.5 text-sm text-warn">{leftOutText(left_out)}</p>}
          <Source suggestion={suggestion} />
        </div>
        <div className="flex shrink-0 flex-wrap gap-2">
          <Button size="sm" data-add icon={<Check size={15} />} disabled={busy} onClick={onAdd} {...about}>
            {ADD_LABELS[status]}
          </Button>
          <Button size="sm" icon={<Pencil size={14} />} disabled={busy} onClick={onEdit} {...about}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" icon={<X size={15} />} disabled={busy} onClick={onDismiss} {...about}>
            Dismiss
          </Button>
        </div>
      </div>
    </li>
  )
}

function Source({ suggestion: { kind, source } }: { suggestion: SuggestedFaq }) {
  const classes = 'rounded-xs text-link underline decoration-link/40 underline-offset-2 hover:decoration-link'
  return (
    <p className="mt-2 text-sm text-ink-soft [overflow-wrap:anywhere]">
      {ORIGIN_LABELS[kind]}{' '}
      {source.url ? (
        <a href={source.url} target="_blank" rel="noopener" className={classes}>
          {source.title}
          <ExternalLink size={12} aria-hidden="true" className="ml-1 inline align-[-1px]" />
        </a>
      ) : (
        <Link to="/knowledge" className={classes}>
          {source.title}
        </Link>
      )}
    </p>
  )
}
