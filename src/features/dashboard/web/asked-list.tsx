import { Link } from 'react-router'
import { plural } from '../../../kernel/text.ts'
import { Card } from '../../../web/ui/card.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { AskedQuestion } from '../contract.ts'

/** The inbox searches for so many characters at most. */
const SEARCH_MAX = 200

export interface AskedListProps {
  title: string
  empty: string
  items: AskedQuestion[]
  /** The days that were counted, for the way to the inbox. */
  inbox: URLSearchParams
}

/** Questions by how often they were asked; each leads to itself in the inbox. */
export function AskedList({ title, empty, items, inbox }: AskedListProps) {
  const address = (question: string) => {
    const search = new URLSearchParams(inbox)
    search.set('q', question.slice(0, SEARCH_MAX))
    return `/messages?${search}`
  }
  return (
    <Card title={title} padded={false} className="lg:col-span-3">
      {items.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-md text-ink-soft">{empty}</p>
      ) : (
        <ol aria-label={title} className="px-5 pt-1 pb-2">
          {items.map(({ id, question, outcome, times }) => (
            <li key={id} className="flex items-start gap-3 border-line py-3 not-last:border-b">
              <div className="min-w-0 flex-1">
                <Link to={address(question)} className="line-clamp-2 rounded-xs text-md font-medium hover:underline">
                  {question}
                </Link>
                <p className="text-sm text-ink-soft tabular-nums">{`Asked ${plural(times, 'time')}`}</p>
              </div>
              <StatusBadge status={outcome} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
