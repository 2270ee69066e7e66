import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import type { Source } from '../contract.ts'
import type { SourceDialogState } from './source-dialog.tsx'

const VOTES = {
  up: { icon: ThumbsUp, label: 'The visitor found it helpful' },
  down: { icon: ThumbsDown, label: 'The visitor did not find it helpful' },
} as const

/** The questions whose answers rested on a source: what it is good for. */
export default function HelpedQuestionsDialog({ source, ...dialog }: SourceDialogState & { source: Source }) {
  const input = { source_id: source.id }
  const helped = useQuery(
    api.questions.helpedBy.queryOptions({ input, enabled: dialog.open, refetchOnMount: 'always' }),
  )
  const { items = [], total = 0 } = helped.data ?? {}
  const count = `${source.title}: ${plural(total, 'question')}${total > items.length ? `, the latest ${items.length}` : ''}.`
  return (
    <Dialog {...dialog} title="Questions it helped answer" description={helped.data ? count : source.title}>
      {helped.isError ? (
        <QueryError title="The questions could not be loaded" query={helped} />
      ) : helped.isPending ? (
        <SkeletonRows rows={4} />
      ) : items.length === 0 ? (
        <EmptyState title="None yet" message="Visitors’ questions with answers from this source appear here." />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {items.map(({ id, question, vote, created_at }) => (
            <li key={id} className="flex items-baseline gap-3 px-4 py-2.5">
              <span className="min-w-0 flex-1 text-md break-words">{question}</span>
              {vote && <Vote vote={vote} />}
              <time dateTime={created_at} className="shrink-0 text-sm text-ink-faint">
                {formatDistanceToNow(new Date(created_at))} ago
              </time>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Vote({ vote }: { vote: keyof typeof VOTES }) {
  const { icon: Icon, label } = VOTES[vote]
  return <Icon size={14} role="img" aria-label={label} className="shrink-0 self-center text-ink-soft" />
}
