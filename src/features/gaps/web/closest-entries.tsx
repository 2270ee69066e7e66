import { useQuery } from '@tanstack/react-query'
import { FilePlus2, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import type { ClosestEntry, Gap } from '../contract.ts'
import { lackingWordsText } from './gap-words.ts'
import { SourceLink } from './source-link.tsx'
import type { GapActions } from './use-gap-actions.ts'

const AlternativesDialog = lazy(() => import('./alternatives-dialog.tsx'))

interface ClosestEntriesProps {
  gap: Gap
  actions: GapActions
  onWriteNew: () => void
}

/** The entries that come closest to a gap, the words they lack, and the ways to close the gap. */
export function ClosestEntries({ gap, actions, onWriteNew }: ClosestEntriesProps) {
  const [extended, setExtended] = useState<ClosestEntry | null>(null)
  const query = useQuery(api.gaps.closest.queryOptions({ input: { id: gap.id }, refetchOnMount: 'always' }))
  return (
    <Card
      title="Closest in your content"
      padded={false}
      actions={
        <Button size="sm" icon={<FilePlus2 size={14} />} onClick={onWriteNew}>
          Write a new FAQ
        </Button>
      }
    >
      {query.isError && !query.data ? (
        <QueryError title="The closest entries could not be loaded" query={query} />
      ) : !query.data ? (
        <SkeletonRows rows={2} />
      ) : query.data.length === 0 ? (
        <p className="px-5 pb-4 text-md text-ink-soft">Nothing in your content is close to these questions.</p>
      ) : (
        <ul aria-label="Closest entries" className="mt-2 border-t border-line">
          {query.data.map((entry) => (
            <li key={entry.id} className="border-b border-line px-5 py-3 last:border-b-0">
              <SourceLink source={entry} />
              <p className="mt-0.5 text-sm text-ink-soft">{lackingWordsText(entry)}</p>
              {entry.kind === 'faq' && (
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button size="sm" icon={<Plus size={14} />} onClick={() => setExtended(entry)}>
                    Add as alternative questions…
                  </Button>
                  <ButtonLink
                    size="sm"
                    icon={<Pencil size={14} />}
                    to={`/pages?q=${encodeURIComponent(entry.title.slice(0, 200))}`}
                  >
                    Extend the answer
                  </ButtonLink>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {extended && (
          <AlternativesDialog gap={gap} faq={extended} actions={actions} onClose={() => setExtended(null)} />
        )}
      </Suspense>
    </Card>
  )
}
