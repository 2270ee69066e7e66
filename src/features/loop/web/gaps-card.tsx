import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { GAPS, gapAddress, visitorsOf } from './gap-words.ts'
import { useLiveGaps } from './use-gaps.ts'

const SHOWN = 3

/** On the dashboard: the gaps that most visitors run into. Nothing where there are none. */
export function GapsCard() {
  useLiveGaps()
  const { data } = useQuery(api.loop.list.queryOptions({ input: { state: 'open', page: 1, limit: SHOWN } }))
  if (!data || data.counts.open === 0) return null
  return (
    <Card
      title="Gaps"
      description="What visitors ask and find no answer to"
      actions={
        <ButtonLink to={GAPS} size="sm">
          {`See all ${data.counts.open.toLocaleString('en')}`}
        </ButtonLink>
      }
    >
      <ol aria-label="Gaps">
        {data.items.map((group) => (
          <li key={group.id} className="border-line py-2.5 not-last:border-b">
            <Link
              to={gapAddress(group.id)}
              className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {group.question}
            </Link>
            <p className="text-sm text-ink-soft tabular-nums">{visitorsOf(group)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
