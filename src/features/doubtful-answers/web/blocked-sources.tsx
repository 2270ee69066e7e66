import { useQuery } from '@tanstack/react-query'
import { Ban, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { QueryList } from '../../../web/list/query-list.tsx'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { BlockedSource } from '../../answering/contract.ts'
import { sourcePath } from './doubtful-words.ts'
import type { DoubtfulActions } from './use-doubtful-answers.ts'

/** Sources that do not answer a question any more, with a way to take that back. */
export function BlockedSources({ mayWrite, actions }: { mayWrite: boolean; actions: DoubtfulActions }) {
  const query = useQuery(api.doubtfulAnswers.blockedSources.queryOptions({ refetchOnMount: 'always' }))
  const { list, leaving } = useRowFocus(query.data?.items.map(({ id }) => id) ?? [], '[data-settle]')
  return (
    <Card padded={false} className="overflow-hidden">
      <QueryList
        query={query}
        failed="The blocked sources could not be loaded"
        rows={4}
        empty={{
          title: 'No blocked sources',
          icon: Ban,
          message: 'A source that you block for a question answers neither the question nor close paraphrases of it.',
        }}
      >
        {(sources) => (
          <ul ref={list} aria-label="Blocked sources" className="divide-y divide-line">
            {sources.map((blocked, position) => (
              <Row
                key={blocked.id}
                blocked={blocked}
                onUnblock={
                  mayWrite
                    ? () => {
                        leaving(position)
                        actions.unblock(blocked.id)
                      }
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}

function Row({ blocked, onUnblock }: { blocked: BlockedSource; onUnblock: (() => void) | undefined }) {
  const { kind, source_id: id, title, question, blocked_by: by, blocked_at: at } = blocked
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-md font-medium [overflow-wrap:anywhere]">{question}</p>
        <p className="mt-0.5 text-sm text-ink-soft [overflow-wrap:anywhere]">
          is not answered by{' '}
          <Link to={sourcePath({ kind, id, title })} className="text-link underline underline-offset-2">
            {title}
          </Link>
          {`. Blocked${by ? ` by ${by}` : ''}, ${formatDate(at)}`}
        </p>
      </div>
      {onUnblock && (
        <Button
          size="sm"
          data-settle
          icon={<RotateCcw size={14} />}
          aria-label={`Unblock “${title}”`}
          onClick={onUnblock}
        >
          Unblock
        </Button>
      )}
    </li>
  )
}
