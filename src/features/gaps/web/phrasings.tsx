import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { CHOSEN_MAX, type Gap, PHRASINGS_PAGE_SIZE } from '../contract.ts'
import { DragPhrasings } from './drag-phrasings.tsx'
import { PhrasingRow } from './phrasing-row.tsx'
import type { GapActions } from './use-gap-actions.ts'

const ChooseGapDialog = lazy(() => import('./choose-gap-dialog.tsx'))

interface PhrasingsProps {
  gap: Gap
  mayWrite: boolean
  actions: GapActions
  /** Merges the gap into another one and goes there. */
  onMerge: (into: string) => void
}

/** The ways in which visitors asked; those that the FAQ does not answer stand first, with the remedy. */
export function Phrasings({ gap, mayWrite, actions, onMerge }: PhrasingsProps) {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isMoving, setIsMoving] = useState(false)
  const query = useQuery(
    api.gaps.phrasings.queryOptions({
      input: { id: gap.id, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const items = query.data?.items ?? []
  // All phrasings of this page were split off: shows the first page.
  if (page > 1 && query.data && !query.isPlaceholderData && items.length === 0) setPage(1)
  const total = query.data?.total ?? 0
  const failing = items.filter(({ verification }) => verification === 'failed')
  const shown = chosen.filter((id) => items.some((item) => item.id === id))
  const published = gap.faq?.status === 'published'
  const splittable = mayWrite && total > 1
  const isSeparable = shown.length < total && shown.length <= CHOSEN_MAX && !actions.busy
  const add = (ids: string[]) => {
    if (gap.faq) void actions.addAlternatives({ id: gap.id, faq_id: gap.faq.id, phrasing_ids: ids }).catch(() => {})
  }
  const move = async (ids: string[], into: string | null) => {
    if (into === null) await actions.split({ id: gap.id, phrasing_ids: ids })
    else await actions.movePhrasings({ id: gap.id, into_id: into, phrasing_ids: ids })
    setChosen([])
  }
  const drop = (ids: string[], into: string | null) => {
    if (into !== null && ids.length === total) onMerge(into)
    // The failure is shown.
    else void move(ids, into).catch(() => {})
  }
  return (
    <Card
      title={total > 0 ? `Asked in ${plural(total, 'way')}` : 'Asked'}
      padded={false}
      actions={
        <>
          {shown.length > 0 && (
            <>
              <Button size="sm" onClick={() => drop([...shown], null)} disabled={!isSeparable}>
                {`Split off ${shown.length}`}
              </Button>
              <Button size="sm" onClick={() => setIsMoving(true)} disabled={!isSeparable}>
                {`Move ${shown.length} to another gap…`}
              </Button>
            </>
          )}
          {mayWrite && published && failing.length > 1 && (
            <Button size="sm" disabled={actions.busy} onClick={() => add(failing.map(({ id }) => id))}>
              {`Add all ${failing.length} as alternatives`}
            </Button>
          )}
        </>
      }
    >
      {query.isError && !query.data ? (
        <QueryError title="The phrasings could not be loaded" query={query} />
      ) : !query.data ? (
        <SkeletonRows rows={4} />
      ) : (
        <DragPhrasings gap={gap} phrasings={items} chosen={shown} total={total} onDrop={drop}>
          <ul aria-label="Phrasings" className="mt-2 border-t border-line">
            {items.map((phrasing) => (
              <PhrasingRow
                key={phrasing.id}
                phrasing={phrasing}
                movable={mayWrite && !actions.busy}
                choice={
                  splittable && (
                    <Checkbox
                      aria-label={`Choose “${phrasing.question.slice(0, 80)}”`}
                      checked={shown.includes(phrasing.id)}
                      onCheckedChange={(on) =>
                        setChosen(on ? [...shown, phrasing.id] : shown.filter((id) => id !== phrasing.id))
                      }
                    />
                  )
                }
                onAdd={mayWrite && published ? () => add([phrasing.id]) : undefined}
                busy={actions.busy}
              />
            ))}
          </ul>
        </DragPhrasings>
      )}
      {total > PHRASINGS_PAGE_SIZE && (
        <div className="px-5 py-3">
          <Pagination page={page} pageCount={Math.ceil(total / PHRASINGS_PAGE_SIZE)} onPageChange={setPage} />
        </div>
      )}
      <Suspense>
        {isMoving && (
          <ChooseGapDialog
            gap={gap}
            title="Move to another gap"
            description="The chosen questions, and later ones with similar wording, move to the gap you choose."
            onChoose={(into) => move([...shown], into)}
            onClose={() => setIsMoving(false)}
          />
        )}
      </Suspense>
    </Card>
  )
}
